package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that dies between request and answer sends the same key when its queue drains: case B49, step 3. */
class RestartTest {
    @TempDir
    private Path directory;

    @Test
    void aProgramKilledAfterSendingSendsTheSameKeyWhenItStartsAgain() throws Exception {
        try (KeyedServer server = new KeyedServer()) {
            server.script(KeyedServer.Step.runAndStaySilent());
            Process killed = worker(server);
            try {
                Bounded.until(() -> !server.effects().isEmpty());
            } finally {
                killed.destroyForcibly();
            }
            assertThat(killed.waitFor(20, TimeUnit.SECONDS)).isTrue();

            assertThat(said(worker(server))).contains("receipt of checkout-42, replayed");
            assertThat(server.keys()).hasSize(2).containsOnly(server.keys().get(0));
            assertThat(server.effects()).containsExactly("checkout-42");
        }
    }

    @Test
    void twoProgramsThatSendOneIntentAtOnceSendOneKey() throws Exception {
        try (KeyedServer server = new KeyedServer()) {
            Process one = worker(server);
            Process other = worker(server);
            assertThat(said(one)).contains("receipt of checkout-42");
            assertThat(said(other)).contains("receipt of checkout-42");
            assertThat(server.keys()).hasSize(2).containsOnly(server.keys().get(0));
            assertThat(server.effects()).containsExactly("checkout-42");
        }
    }

    private static String said(Process program) throws Exception {
        try {
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return said;
        } finally {
            program.destroyForcibly();
        }
    }

    private Process worker(KeyedServer server) throws Exception {
        return Programs.start(
                List.of(), QueueWorker.class, directory.toString(), server.uri().toString(), "checkout-42");
    }
}
