package io.yici.example.fulfilment.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service in this JVM, on a free port and one database. Closing it is an orderly stop. */
final class RunningFulfilment implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
    private final FreshDatabase database;
    private final ConfigurableApplicationContext context;

    RunningFulfilment(FreshDatabase database, Broker broker) {
        this.database = database;
        this.context = FulfilmentApplication.application()
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password(),
                        "--fulfilment.messages.transport=" + broker.transport(),
                        "--fulfilment.messages.address=" + broker.address());
    }

    /** Counted in the tables. */
    long number(String sql) throws Exception {
        try (Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    void execute(String sql) throws Exception {
        try (Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long shipments(String orderNo, String status) throws Exception {
        return number("SELECT COUNT(*) FROM shipment WHERE order_no = '" + orderNo + "' AND status = '" + status + "'");
    }

    long balance(String buyer) throws Exception {
        return number("SELECT balance FROM points_account WHERE buyer = '" + buyer + "'");
    }

    /** What an operator sees that concerns one order. */
    JsonNode[] parked(String orderNo) throws Exception {
        return get("operator", "/api/operations/parked")
                .valueStream()
                .filter(each -> each.path("orderNo").asString().equals(orderNo))
                .toArray(JsonNode[]::new);
    }

    JsonNode get(String user, String path) throws Exception {
        HttpResponse<String> answer =
                http.send(request(user, path).GET().build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    int post(String user, String path, String body) throws Exception {
        HttpRequest request = request(user, path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private HttpRequest.Builder request(String user, String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        String credentials = Base64.getEncoder().encodeToString((user + ":demo").getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LIMIT)
                .header("Authorization", "Basic " + credentials);
    }

    /** Waits until something is so. */
    static void until(String what, Callable<Boolean> so) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!so.call()) {
            assertThat(System.nanoTime()).as("%s, within %s", what, LIMIT).isLessThan(deadline);
            new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
