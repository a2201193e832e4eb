package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.brokers.Brokers;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code ./run} as a process of its own, started as a user does. */
class RunScriptTest {
    @TempDir
    private Path temporary;

    /** The first start builds; the others, in these tests, find it built. */
    @BeforeAll
    static void build(@TempDir Path directory) throws Exception {
        try (Started first = Started.run(directory, "--port", "0", "--data", directory.toString())) {
            first.port();
        }
    }

    @Test
    void orderSurvivesKillAndRestartAndIsAnsweredAgain() throws Exception {
        Path data = temporary.resolve("with blank 数据");
        Answer placed;
        try (Started first = Started.run(temporary, "--port", "0", "--data", data.toString())) {
            Client alice = new Client(first.port(), "alice", "demo");
            placed = alice.order("k", "TEA-1", 2);
            assertThat(alice.stockOf("TEA-1")).isEqualTo(998);
            first.kill();
        }
        try (Started second = Started.run(temporary, "--port=0", "--data=" + data)) {
            Client alice = new Client(second.port(), "alice", "demo");

            Answer again = alice.order("k", "TEA-1", 2);

            assertThat(placed.status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.replayed()).isTrue();
            assertThat(again.body()).isEqualTo(placed.body());
            assertThat(alice.orders()).isEqualTo(1);
            assertThat(alice.stockOf("TEA-1")).isEqualTo(998);
            // Nothing had changed, so nothing was built; and nothing went wrong.
            assertThat(second.errors()).isEmpty();
        }
        assertThat(data.resolve("orders.db")).exists();
    }

    @Test
    void relativeDataDirectoryIsTheCallersAndSpringArgumentsWin() throws Exception {
        try (ServerSocket taken = takenPort();
                Started started = Started.run(
                        temporary,
                        "--port",
                        String.valueOf(taken.getLocalPort()),
                        "--data",
                        "here/below",
                        "--",
                        "--server.port=0")) {
            started.port();

            assertThat(temporary.resolve("here/below/orders.db")).exists();
        }
    }

    @Test
    void twoStartsAtOnceOnOneDatabaseSetItUpOnce() throws Exception {
        String data = temporary.toString();
        try (Started one = Started.run(temporary, "--port", "0", "--data", data);
                Started other = Started.run(temporary, "--port", "0", "--data", data)) {
            Client here = new Client(one.port(), "alice", "demo");
            Client there = new Client(other.port(), "alice", "demo");

            assertThat(here.order("k", "CUP-1", 1).status()).isEqualTo(201);
            assertThat(there.order("k", "CUP-1", 1).replayed()).isTrue();
            assertThat(there.stockOf("CUP-1")).isEqualTo(59);
        }
    }

    @Test
    void postgresIsOneSettingAway() throws Exception {
        try (FreshDatabase database = Databases.fresh(TestDatabase.POSTGRESQL, RunScriptTest.class);
                Started started = Started.run(
                        temporary,
                        "--port",
                        "0",
                        "--data",
                        temporary.resolve("unused").toString(),
                        "--db",
                        "postgres",
                        "--db-url",
                        database.jdbcUrl(),
                        "--db-user",
                        database.user(),
                        "--db-password",
                        database.password())) {
            Client alice = new Client(started.port(), "alice", "demo");

            assertThat(alice.order("k", "TEA-1", 1).status()).isEqualTo(201);
            assertThat(alice.order("k", "TEA-1", 1).replayed()).isTrue();
            assertThat(temporary.resolve("unused/orders.db")).doesNotExist();
        }
    }

    /** The gateway's port is as asked, and its ledger is there again after a kill of both. */
    @Test
    void paymentSurvivesKillAndRestartOfServiceAndGateway() throws Exception {
        String data = temporary.toString();
        String orderNo;
        try (ServerSocket free = takenPort()) {
            String gatewayPort = String.valueOf(free.getLocalPort());
            free.close();
            try (Started first = Started.run(temporary, "--port", "0", "--data", data, "--gateway-port", gatewayPort)) {
                Client alice = new Client(first.port(), "alice", "demo");
                orderNo = alice.ordered("k", "TEA-1", 1);
                assertThat(alice.paid("k", orderNo).status()).isEqualTo(201);
                assertThat(charges(gatewayPort)).contains(orderNo);
                first.kill();
            }
            try (Started second =
                    Started.run(temporary, "--port=0", "--data=" + data, "--gateway-port=" + gatewayPort)) {
                Client alice = new Client(second.port(), "alice", "demo");

                assertThat(alice.pay("k", orderNo).replayed()).isTrue();
                assertThat(alice.refunded("k", orderNo, "1.00").status()).isEqualTo(201);
                assertThat(charges(gatewayPort)).containsOnlyOnce(orderNo);
                assertThat(second.errors()).isEmpty();
            }
        }
    }

    private static String charges(String gatewayPort) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gatewayPort + "/charges"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void termLetsARunningRequestFinish() throws Exception {
        try (Started started = Started.run(
                temporary,
                "--port",
                "0",
                "--data",
                temporary.toString(),
                "--",
                "--logging.level.org.springframework.security.web.FilterChainProxy=debug")) {
            Client alice = new Client(started.port(), "alice", "demo");
            String url = "jdbc:sqlite:" + temporary.resolve("orders.db");
            CompletableFuture<Answer> running;
            try (Connection connection = DriverManager.getConnection(url);
                    Statement writer = connection.createStatement()) {
                // SQLite has one writer: while it is this test, an order waits.
                writer.execute("BEGIN IMMEDIATE");
                running = alice.orderAsync("k", "TEA-1", 1);
                started.await(Pattern.compile("Secured POST /api/orders"));

                started.terminate();
                started.await(Pattern.compile("(?i)graceful shutdown"));
                writer.execute("ROLLBACK");
            }

            assertThat(running.get(30, TimeUnit.SECONDS).status()).isEqualTo(201);
            assertThat(started.end()).isEqualTo(143);
            assertThat(started.errors()).isEmpty();
            try (Connection connection = DriverManager.getConnection(url);
                    Statement reader = connection.createStatement();
                    ResultSet count = reader.executeQuery("SELECT COUNT(*) FROM orders")) {
                assertThat(count.getInt(1)).isEqualTo(1);
            }
        }
    }

    /** Two processes, each on its own database, and a broker between them. */
    @Test
    void withABrokerAnOrderIsFollowedUpInTheSecondService() throws Exception {
        String[] broker = {"--port", "0", "--broker", "kafka", "--broker-url", Brokers.kafka(), "--data"};
        try (Started orders = Started.run(temporary, with(broker, temporary.resolve("orders")));
                Started fulfilment = Started.run(temporary, with(broker, temporary.resolve("after"), "--fulfilment"))) {
            Client alice = new Client(orders.port(), "alice", "demo");
            String orderNo = alice.ordered("k", "TEA-1", 2);
            alice.order("k", "TEA-1", 2);

            Client buyer = new Client(fulfilment.port(), "alice", "demo");
            Shop.until(
                    "both have followed",
                    () -> buyer.get("/api/points").json().path("balance").intValue() == 136
                            && buyer.get("/api/shipments").json().size() == 1);
            assertThat(buyer.get("/api/shipments").json().get(0).path("orderNo").asString())
                    .isEqualTo(orderNo);
            assertThat(temporary.resolve("orders/orders.db")).exists();
            assertThat(temporary.resolve("after/fulfilment.db")).exists();
            assertThat(orders.errors() + fulfilment.errors()).isEmpty();
            fulfilment.terminate();
            assertThat(fulfilment.end()).isEqualTo(143);
        }
    }

    /** Both start, and say once that nobody is there; an order is taken nevertheless. */
    @Test
    void aBrokerThatIsNotThereIsOneWarning() throws Exception {
        String[] broker = {"--port", "0", "--broker", "kafka", "--broker-url", "127.0.0.1:" + closedPort(), "--data"};
        try (Started orders = Started.run(temporary, with(broker, temporary));
                Started fulfilment = Started.run(temporary, with(broker, temporary, "--fulfilment"))) {
            new Client(orders.port(), "alice", "demo").ordered("k", "TEA-1", 1);
            orders.await(Pattern.compile("WARN +Destination orders takes no messages"));
            fulfilment.port();
            fulfilment.await(Pattern.compile("WARN +Nobody listens at the broker's address 127\\.0\\.0\\.1:\\d+ now"));
        }
    }

    private static String[] with(String[] options, Path data, String... more) {
        return Stream.of(options, new String[] {data.toString()}, more)
                .flatMap(Stream::of)
                .toArray(String[]::new);
    }

    @Test
    void takenPortIsOneLine() throws Exception {
        try (ServerSocket taken = takenPort()) {
            String port = String.valueOf(taken.getLocalPort());

            assertRefused("port " + port + " is taken", "--port", port, "--data", temporary.toString());
            assertRefused("port " + port + " is taken", fulfilment("--port", port));
        }
    }

    private String[] fulfilment(String... options) {
        return Stream.of(
                        options,
                        new String[] {"--fulfilment", "--broker", "kafka", "--broker-url", "127.0.0.1:1", "--data"},
                        new String[] {temporary.toString()})
                .flatMap(Stream::of)
                .toArray(String[]::new);
    }

    @Test
    void unreachableDatabaseIsOneLine() throws Exception {
        int closed = closedPort();
        assertRefused(
                "cannot be reached",
                fulfilment(
                        "--port=0",
                        "--db=postgres",
                        "--db-url=jdbc:postgresql://127.0.0.1:" + closed + "/after",
                        "--db-user=nobody",
                        "--db-password=secret"));
        Map<String, String> urls =
                Map.of("postgres", "jdbc:postgresql:", "mysql", "jdbc:mysql:", "mariadb", "jdbc:mariadb:");
        for (Map.Entry<String, String> database : urls.entrySet()) {
            assertRefused(
                    "cannot be reached",
                    "--port",
                    "0",
                    "--db",
                    database.getKey(),
                    "--db-url",
                    database.getValue() + "//127.0.0.1:" + closed + "/orders",
                    "--db-user",
                    "nobody",
                    "--db-password",
                    "secret");
        }
    }

    @Test
    void wrongPasswordIsOneLineThatKeepsItSecret() throws Exception {
        for (TestDatabase kind : new TestDatabase[] {TestDatabase.MYSQL, TestDatabase.MARIADB}) {
            try (FreshDatabase database = Databases.fresh(kind, RunScriptTest.class)) {
                String line = assertRefused(
                        "refuses user 'nobody'",
                        "--port",
                        "0",
                        "--db-url",
                        urlOf(database),
                        "--db-user",
                        "nobody",
                        "--db-password",
                        "secret");
                assertThat(line).doesNotContain("secret");
            }
        }
    }

    /** MySQL's driver asks for the server's key, or for leave to do so, before it sends any password. */
    private static String urlOf(FreshDatabase database) {
        return database.kind() == TestDatabase.MYSQL
                ? database.with("allowPublicKeyRetrieval", "true").jdbcUrl()
                : database.jdbcUrl();
    }

    @Test
    void unwritableDataDirectoryIsOneLine() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));

        assertRefused(
                "cannot be created",
                "--port",
                "0",
                "--data",
                file.resolve("below").toString());
    }

    @Test
    void fileThatIsNoDatabaseIsOneLine() throws Exception {
        Files.writeString(
                temporary.resolve("orders.db"), "This is no database, only a text that is long enough. ".repeat(100));

        assertRefused("not a database", "--port", "0", "--data", temporary.toString());
    }

    @Test
    void databaseInUseForSomethingElseIsOneLine() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("orders.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE VIEW product AS SELECT 'TEA-1' AS sku");
        }

        assertRefused("tables cannot be set up", "--port", "0", "--data", temporary.toString());
    }

    @ParameterizedTest
    @MethodSource("wrongOptions")
    void wrongOptionIsOneLine(String expected, String[] options) throws Exception {
        assertRefused(expected, options);
    }

    static Stream<Arguments> wrongOptions() {
        return Stream.of(
                Arguments.of("unknown option --prot", new String[] {"--prot", "8080"}),
                Arguments.of("unknown option 8080", new String[] {"8080"}),
                Arguments.of("--port needs a value", new String[] {"--port"}),
                Arguments.of("--port must be a number", new String[] {"--port", "http"}),
                Arguments.of("--port must be a number", new String[] {"--port", "65536"}),
                Arguments.of("--gateway-port must be a number", new String[] {"--gateway-port", "x"}),
                Arguments.of("--gateway-url must begin with", new String[] {"--gateway-url", "localhost:1"}),
                Arguments.of("--redis-url must begin with", new String[] {"--redis-url", "localhost"}),
                Arguments.of("--db must be", new String[] {"--db", "oracle"}),
                Arguments.of("needs --db-url", new String[] {"--db", "postgres"}),
                Arguments.of(
                        "starts with jdbc:postgresql:",
                        new String[] {"--db", "postgres", "--db-url", "jdbc:mysql://localhost/orders"}),
                Arguments.of("--broker must be", new String[] {"--broker", "activemq"}),
                Arguments.of("--broker-url needs --broker", new String[] {"--broker-url", "127.0.0.1:9092"}),
                Arguments.of("--broker kafka needs --broker-url", new String[] {"--broker", "kafka"}),
                Arguments.of("must begin with amqp://", new String[] {"--broker=rabbitmq", "--broker-url=localhost"}),
                Arguments.of("--fulfilment needs --broker", new String[] {"--fulfilment"}),
                Arguments.of(
                        "none this service knows", new String[] {"--port", "0", "--db-url", "jdbc:oracle:thin:@x"}));
    }

    @Test
    void helpNamesEveryOption() throws Exception {
        try (Started help = Started.run(temporary, "--help")) {
            assertThat(help.end()).isZero();
            assertThat(help.output())
                    .contains("--port", "--data", "--db", "--db-url", "--db-user", "--db-password", " -- ")
                    .contains("--gateway-port", "--gateway-url", "--redis-url")
                    .contains("--broker NAME", "--broker-url", "--fulfilment");
        }
    }

    private String assertRefused(String reason, String... options) throws Exception {
        try (Started started = Started.run(temporary, options)) {
            assertThat(started.end()).isNotZero();
            assertThat(started.output()).isEmpty();
            assertThat(started.errors().lines()).singleElement().asString().contains(reason);
            return started.errors();
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = takenPort()) {
            return socket.getLocalPort();
        }
    }

    private static ServerSocket takenPort() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }
}
