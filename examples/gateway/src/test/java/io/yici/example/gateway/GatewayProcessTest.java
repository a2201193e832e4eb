package io.yici.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.example.gateway.Caller.Answer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway as a process of its own, and what a kill leaves of it. */
class GatewayProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("Payment gateway: (http://127\\.0\\.0\\.1:\\d+)");

    @TempDir
    private Path directory;

    @Test
    void killedProcessLeavesLedgerAndUntoldEventsToTheNext() throws Exception {
        int shopPort = freePort();
        String callbackUrl = "http://127.0.0.1:" + shopPort + "/callbacks";
        Answer charged;
        Answer refunded;
        try (Started first = start("--ledger", ledger())) {
            Caller caller = first.caller();
            charged = caller.charge("k1", callbackUrl);
            refunded = caller.refund("r1", charged.text("chargeId"), 250);
            first.kill();
        }
        try (Started second = start("--ledger=" + ledger());
                Shop shop = Shop.on(shopPort, number -> 200)) {
            Caller caller = second.caller();

            assertThat(caller.get("/charges").body().get(0)).isEqualTo(charged.body());
            assertThat(caller.charge("k1", callbackUrl)).isEqualTo(charged);
            assertThat(caller.refund("r1", charged.text("chargeId"), 250)).isEqualTo(refunded);
            assertThat(caller.refund("r2", charged.text("chargeId"), 1001).status())
                    .isEqualTo(409);
            assertThat(caller.charge("k2", null).text("chargeId")).isNotEqualTo(charged.text("chargeId"));
            Eventually.holds("both events are told", () -> shop.callbacks().size() == 2);
            assertThat(shop.callbacks())
                    .map(callback -> callback.text("type"))
                    .containsExactlyInAnyOrder("charge.captured", "refund.done");
        }
    }

    @Test
    void everyAnsweredChargeSurvivesAKillAtAnyMoment() throws Exception {
        List<String> answered = new ArrayList<>();
        try (Started first = start("--ledger", ledger())) {
            Caller caller = first.caller();
            Thread killer = new Thread(() -> {
                Eventually.holds("some are answered", () -> sizeOf(answered) >= 30);
                first.kill();
            });
            killer.start();
            try {
                for (int number = 0; ; number++) {
                    caller.charge("k" + number);
                    synchronized (answered) {
                        answered.add("k" + number);
                    }
                }
            } catch (IOException killed) {
                killer.join();
            }
        }
        try (Gateway second = Gateway.start(0, GatewayOptions.defaults().withLedger(Path.of(ledger())))) {
            assertThat(second.charges()).map(Charge::key).containsAll(answered);
            assertThat(second.charges()).hasSizeBetween(answered.size(), answered.size() + 1);
        }
    }

    @Test
    void acceptedEventIsNotToldAgainByTheNextGateway() throws Exception {
        GatewayOptions options = GatewayOptions.defaults().withLedger(Path.of(ledger()));
        try (Shop shop = Shop.accepting()) {
            try (Gateway first = Gateway.start(0, options)) {
                Caller.of(first).charge("k1", shop.url());
                Eventually.holds("it is told", () -> first.undeliveredEvents() == 0);
            }
            try (Gateway second = Gateway.start(0, options)) {
                Caller.of(second).charge("k2", shop.url());
                Eventually.holds("it is told", () -> second.undeliveredEvents() == 0);
            }
            assertThat(shop.callbacks()).map(callback -> callback.text("key")).containsExactly("k1", "k2");
        }
    }

    @Test
    void tornLastLineIsCutOff() throws Exception {
        GatewayOptions options = GatewayOptions.defaults().withLedger(Path.of(ledger()));
        try (Gateway first = Gateway.start(0, options)) {
            Caller.of(first).charge("k1");
        }
        Files.writeString(Path.of(ledger()), "{\"charge\":{\"chargeId\":\"ch-2", StandardOpenOption.APPEND);
        try (Gateway second = Gateway.start(0, options)) {
            Caller.of(second).charge("k2");
        }
        try (Gateway third = Gateway.start(0, options)) {
            assertThat(third.charges()).map(Charge::key).containsExactly("k1", "k2");
        }
    }

    @Test
    void ledgerBelongsToOneGatewayAtATime() throws Exception {
        GatewayOptions options = GatewayOptions.defaults().withLedger(Path.of(ledger()));
        try (Gateway first = Gateway.start(0, options)) {
            assertThat(first.charges()).isEmpty();
            assertThatThrownBy(() -> Gateway.start(0, options)).hasMessageContaining("in use by another gateway");
        }
        try (Started process = start("--ledger", ledger())) {
            process.caller();
            assertThatThrownBy(() -> Gateway.start(0, options)).hasMessageContaining("in use by another gateway");
        }
    }

    @Test
    void switchesAreOptionsToo() throws Exception {
        try (Started process = start("--decline", "1", "--seed=5")) {
            assertThat(process.caller().charge("k1").text("status")).isEqualTo("DECLINED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--prot=1", "--lose=2", "--lose=often", "--lose", "9090", "--ledger=/dev/null/x"})
    void wrongOptionIsOneLine(String option) throws Exception {
        try (Started process = start(option)) {
            assertThat(process.end()).isEqualTo(2);
            assertThat(process.output().lines()).singleElement().asString().startsWith("gateway: ");
        }
    }

    private String ledger() {
        return directory.resolve("ledger.jsonl").toString();
    }

    private Started start(String... options) throws IOException {
        return Started.with(directory, options);
    }

    private static int sizeOf(List<String> list) {
        synchronized (list) {
            return list.size();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** A gateway process; closing it kills it. */
    private record Started(Process process, Path file) implements AutoCloseable {
        static Started with(Path directory, String... options) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    GatewayProcess.class.getName()));
            if (List.of(options).stream().noneMatch(option -> option.startsWith("--port"))) {
                command.add("--port=0");
            }
            command.addAll(List.of(options));
            Path file = Files.createTempFile(directory, "gateway", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile());
            return new Started(builder.start(), file);
        }

        Caller caller() throws IOException, InterruptedException {
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (true) {
                boolean over = !process.isAlive();
                Matcher address = ADDRESS.matcher(output());
                if (address.find()) {
                    return new Caller(address.group(1), LIMIT);
                }
                assertThat(over || System.nanoTime() > deadline).as(output()).isFalse();
                process.waitFor(10, TimeUnit.MILLISECONDS);
            }
        }

        int end() throws InterruptedException {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }

        String output() throws IOException {
            return Files.readString(file);
        }

        @Override
        public void close() {
            kill();
        }
    }
}
