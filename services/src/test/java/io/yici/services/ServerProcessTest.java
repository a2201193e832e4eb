package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerProcessTest {
    private static final String LISTENING = "0A";
    private static final String LOOPBACK = "0100007F";

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, PG, bin/postgres", "MYSQL, MYSQL, bin/mysqld", "MARIADB, MARIADB, bin/mariadbd"})
    void serverListensOnLoopbackOnly(TestDatabase kind, String variable, String program) throws IOException {
        assumeThat(System.getenv("YICI_TEST_" + variable + "_URL")).isNull();
        try (FreshDatabase database = kind.create("loopback")) {
            ProcessHandle server = ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains(program))
                    .findFirst()
                    .orElseThrow();
            int port = JdbcUrl.of(database.jdbcUrl()).port();
            assertThat(listeningAddresses(server.pid())).containsExactly("%s:%04X".formatted(LOOPBACK, port));
        }
    }

    /** Also a frozen one, and every node of a cluster. */
    @ParameterizedTest
    @ValueSource(strings = {"POSTGRESQL", "REDIS", "FROZEN_REDIS", "CLUSTER"})
    void serversEndWithTheirKilledJvm(String kind) throws IOException, InterruptedException {
        assumeThat(kind.equals("POSTGRESQL") && System.getenv("YICI_TEST_PG_URL") != null)
                .isFalse();
        Process jvm = started(kind);
        List<ProcessHandle> servers =
                jvm.children().filter(child -> !isWatch(child)).toList();
        assertThat(servers).hasSize(kind.equals("CLUSTER") ? 3 : 1).allMatch(ProcessHandle::isAlive);

        jvm.destroyForcibly().waitFor();

        assertThat(servers).allSatisfy(ServerProcessTest::ends);
        RunningServers.ofThisCheckout().endLeftBehind();
    }

    /** One whose watch was killed, too, as with a whole group of processes from which the server has gone. */
    @Test
    void serverOfKilledJvmAndWatchIsEndedByTheNextJvm() throws IOException, InterruptedException {
        assumeThat(System.getenv("YICI_TEST_PG_URL")).isNull();
        Process jvm = started("POSTGRESQL");
        List<ProcessHandle> children = jvm.children().toList();
        ProcessHandle watch =
                children.stream().filter(ServerProcessTest::isWatch).findFirst().orElseThrow();
        ProcessHandle server =
                children.stream().filter(child -> !isWatch(child)).findFirst().orElseThrow();
        Path data = Directories.own().resolve("data/postgresql-" + jvm.pid());
        assertThat(data).isDirectory();
        watch.destroyForcibly();
        ends(watch);
        jvm.destroyForcibly().waitFor();
        assertThat(server.isAlive()).isTrue();

        RunningServers.ofThisCheckout().endLeftBehind();

        ends(server);
        assertThat(data).doesNotExist();
    }

    private static Process started(String kind) throws IOException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StartServers.class.getName(),
                        kind)
                .redirectErrorStream(true)
                .start();
        assertThat(jvm.inputReader().lines().anyMatch("started"::equals)).isTrue();
        return jvm;
    }

    private static boolean isWatch(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("watch-");
    }

    private static void ends(ProcessHandle process) {
        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void serverOfLivingJvmIsLeftAlone() throws IOException {
        try (FreshDatabase database = TestDatabase.POSTGRESQL.create("living")) {
            RunningServers.ofThisCheckout().endLeftBehind();
            assertThat(database.unpooled())
                    .satisfies(source -> source.getConnection().close());
        }
    }

    @Test
    void failedStartShowsTheEndOfTheLog() {
        ServerProcess process = new ServerProcess("broken", Map.of(), "KILL");
        assertThatThrownBy(() -> process.runToEnd(List.of("sh", "-c", "echo no room; exit 3")))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("no room");
        assertThatThrownBy(() -> process.start(
                        List.of("sh", "-c", "echo no rights; exit 4"),
                        new Login("jdbc:postgresql://127.0.0.1:1/x", "", "")))
                .isInstanceOf(ServiceUnavailableException.class)
                .hasMessageContaining("exit code 4")
                .hasMessageContaining("no rights");
    }

    private static Set<String> listeningAddresses(long pid) throws IOException {
        Set<String> sockets;
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            sockets = files.map(ServerProcessTest::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .collect(Collectors.toSet());
        }
        return Stream.of("tcp", "tcp6")
                .flatMap(table -> rows(Path.of("/proc/net", table)))
                .filter(row -> row.get(3).equals(LISTENING) && sockets.contains(row.get(9)))
                .map(row -> row.get(1))
                .collect(Collectors.toSet());
    }

    private static Stream<List<String>> rows(Path table) {
        try {
            return Files.readAllLines(table).stream()
                    .skip(1)
                    .map(line -> List.of(line.trim().split("\\s+", -1)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** Runs in a JVM of its own, which is then killed. */
    static final class StartServers {
        private StartServers() {}

        public static void main(String[] arguments) throws InterruptedException {
            switch (arguments[0]) {
                case "POSTGRESQL" -> TestDatabase.POSTGRESQL.create("killed");
                case "CLUSTER" -> RedisCluster.start();
                case "FROZEN_REDIS" -> RedisServer.start().freeze();
                default -> RedisServer.start();
            }
            System.out.println("started");
            Thread.sleep(TimeUnit.MINUTES.toMillis(1));
        }
    }
}
