package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program learns at its start that the JDK repeats requests behind its back. */
class SilentRetriesTest {
    private static final String SWITCH = "jdk.httpclient.enableAllMethodRetry";

    @ParameterizedTest
    @ValueSource(strings = {"-D" + SWITCH, "-D" + SWITCH + "=true"})
    void theClientWarnsWhenTheJdkRepeatsEveryMethod(String option) throws Exception {
        assertThat(said(List.of(option))).contains("WARN").contains("-D" + SWITCH + "=false");
    }

    @Test
    void theClientIsSilentWhereTheJdkRepeatsOnlyReads() throws Exception {
        assertThat(said(List.of())).isEqualToIgnoringWhitespace("built");
        assertThat(said(List.of("-D" + SWITCH + "=false"))).isEqualToIgnoringWhitespace("built");
    }

    @ParameterizedTest
    @CsvSource({"'',true", "-Dsun.net.http.retryPost=true,true", "-Dsun.net.http.retryPost=false,false"})
    void whatTheUrlConnectionRepeatsIsOnUnlessSwitchedOff(String option, boolean on) throws Exception {
        String said = said(option.isEmpty() ? List.of("-Dask") : List.of("-Dask", option));
        assertThat(said).contains("url connection " + on);
        assertThat(said.contains("-Dsun.net.http.retryPost=false")).isEqualTo(on);
    }

    @Test
    void aRefusedConnectionProvesNothingWhereTheJdkMayHaveRepeated() throws Exception {
        String nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "http://127.0.0.1:" + free.getLocalPort();
        }
        assertThat(said(List.of(), nobody)).contains("CallNotSentException");
        assertThat(said(List.of("-D" + SWITCH), nobody)).contains("CallOutcomeUnknownException");
    }

    private static String said(List<String> options, String... arguments) throws Exception {
        Process program = Programs.start(options, ClientBuilder.class, arguments);
        try {
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return said;
        } finally {
            program.destroyForcibly();
        }
    }
}
