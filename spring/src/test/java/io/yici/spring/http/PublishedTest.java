package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Rejection;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.test.RecordAgeing;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What clients can learn: the policy, how a key stands, and what a browser of another origin may see. */
@SuppressWarnings("NullAway.Init") // opened before all
class PublishedTest {
    private static final String ORIGIN = "http://shop.example";

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.POSTGRESQL,
                new Class<?>[] {Beans.class, Desk.class},
                "yici.waits-for=0",
                "yici.operations.order.pay.answers-for=90d",
                "yici.http.routes[order.pay].external=true",
                "yici.http.routes[order.pay].key-syntax=uuid",
                "yici.http.routes[declared].pattern=/declared",
                "yici.http.routes[declared].key=optional",
                "yici.http.routes[declared].key-pointer=/key");
        client = new Client(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void thePolicyNamesEveryOperationItsRoutesAndItsRetention() {
        HttpResponse<String> policy = client.get("/idempotency", Map.of());
        assertThat(policy.statusCode()).isEqualTo(200);
        assertThat(policy.body())
                .contains("\"header\":\"Idempotency-Key\"", "\"replayHeader\":\"Idempotent-Replayed\"")
                .contains("\"operation\":\"order.create\"", "\"POST /orders\"", "\"answersFor\":\"PT168H\"")
                .contains("\"operation\":\"order.pay\"", "\"POST /orders/{id}/pay\"", "\"answersFor\":\"PT2160H\"")
                .contains("\"operation\":\"declared\"", "\"keyPointer\":\"/key\"", "\"callsOtherSystems\":true");
    }

    @Test
    void aRefusedRequestIsPointedToThePolicy() {
        HttpResponse<String> refused = client.send("POST", "/orders", "{}", Map.of());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("Link")).contains("</idempotency>; rel=\"describedby\"");
    }

    @Test
    void theStatusOfAKeyIsToldToItsOwnCallerAlone() {
        String key = fresh();
        assertThat(status("order.create", key, "alice")).contains("\"status\":\"absent\"");
        post("/orders", key, "alice");
        assertThat(status("order.create", key, "alice")).contains("\"status\":\"finished\"");
        assertThat(status("order.create", key, "bob")).contains("\"status\":\"absent\"");
        String refused = fresh();
        post("/rejects", refused, "alice");
        assertThat(status("order.reject", refused, "alice")).contains("\"status\":\"rejected\"");
    }

    @Test
    void whatRunsIsInProgressAndWhatWasLongAgoExpired() throws Exception {
        String key = fresh();
        CompletableFuture<HttpResponse<String>> running =
                CompletableFuture.supplyAsync(() -> post("/slow", key, "alice"));
        assertThat(Desk.ENTERED.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(status("slow", key, "alice")).contains("\"status\":\"in-progress\"");
        Desk.LEAVE.countDown();
        assertThat(running.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        RecordAgeing.on(server.bean(DataSource.class)).ageAll(Duration.ofDays(8));
        assertThat(status("slow", key, "alice")).contains("\"status\":\"expired\"");
    }

    @Test
    void pathVariablesArePartOfWhatIsAskedFor() {
        String key = fresh();
        post("/orders/7/pay", key, "alice");
        assertThat(status("order.pay?id=7", key, "alice")).contains("\"status\":\"finished\"");
        assertThat(status("order.pay?id=8", key, "alice")).contains("\"status\":\"absent\"");
        assertThat(client.get("/idempotency/order.pay/status", Map.of("Idempotency-Key", key, "X-User", "alice"))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void anUnknownOperationIsNotFoundAndAKeyIsNeeded() {
        assertThat(client.get("/idempotency/nothing/status", Map.of("Idempotency-Key", "k", "X-User", "alice"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(client.get("/idempotency/order.create/status", Map.of("X-User", "alice"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(client.get("/idempotency/order.create/status", Map.of("Idempotency-Key", "k"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void aBrowserOfAnotherOriginMaySendTheKeyAndSeeTheReplay() {
        for (String path : new String[] {"/orders", "/rejects"}) {
            HttpResponse<String> preflight = client.send(
                    "OPTIONS",
                    path,
                    "",
                    Map.of(
                            "Origin", ORIGIN,
                            "Access-Control-Request-Method", "POST",
                            "Access-Control-Request-Headers", "idempotency-key, content-type"));
            assertThat(preflight.statusCode()).as(path).isEqualTo(200);
            assertThat(preflight
                            .headers()
                            .firstValue("Access-Control-Allow-Headers")
                            .orElse(""))
                    .containsIgnoringCase("idempotency-key");
            String key = fresh();
            for (int call = 0; call < 2; call++) {
                HttpResponse<String> answer = client.send(
                        "POST", path, "{}", Map.of("Origin", ORIGIN, "Idempotency-Key", key, "X-User", "alice"));
                assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                        .as(path + call)
                        .contains(ORIGIN);
                assertThat(answer.headers()
                                .firstValue("Access-Control-Expose-Headers")
                                .orElse(""))
                        .contains("Idempotent-Replayed", "Retry-After", "Location");
                assertThat(Client.isReplay(answer)).isEqualTo(call == 1);
            }
        }
    }

    @Test
    void anOriginThatIsNotLetInGainsNothing() {
        HttpResponse<String> preflight = client.send(
                "OPTIONS",
                "/orders",
                "",
                Map.of("Origin", "http://evil.example", "Access-Control-Request-Method", "POST"));
        assertThat(preflight.statusCode()).isEqualTo(403);
    }

    @Test
    void aKeyMayBeInTheBodyAndMustAgreeWithTheHeader() {
        String key = fresh();
        Map<String, String> json = Map.of("Content-Type", "application/json", "X-User", "alice");
        assertThat(client.send("POST", "/declared", "{\"key\":\"" + key + "\",\"a\":1}", json)
                        .body())
                .isEqualTo("1");
        HttpResponse<String> again = client.send("POST", "/declared", "{\"a\":1,\"key\":\"" + key + "\"}", json);
        assertThat(again.body()).isEqualTo("1");
        assertThat(Client.isReplay(again)).isTrue();
        HttpResponse<String> byHeader = client.send(
                "POST",
                "/declared",
                "{\"a\":1}",
                Map.of("Content-Type", "application/json", "X-User", "alice", "Idempotency-Key", key));
        assertThat(Client.isReplay(byHeader)).isTrue();
        HttpResponse<String> differing = client.send(
                "POST",
                "/declared",
                "{\"a\":1,\"key\":\"" + key + "\"}",
                Map.of("Content-Type", "application/json", "X-User", "alice", "Idempotency-Key", "other"));
        assertThat(differing.statusCode()).isEqualTo(400);
        HttpResponse<String> keyless = client.send("POST", "/declared", "{\"a\":1}", json);
        assertThat(keyless.statusCode()).isEqualTo(200);
        assertThat(keyless.body()).isEqualTo("2");
    }

    @Test
    void springdocDescribesTheKeyAndTheRefusals() {
        String description = client.get("/v3/api-docs", Map.of()).body();
        assertThat(description)
                .contains("\"Idempotency-Key\"", "PT168H", "x-idempotency-operation", "Idempotent-Replayed")
                .contains("The key was used for another request.");
    }

    private static HttpResponse<String> post(String path, String key, String user) {
        return client.send("POST", path, "{}", Map.of("Idempotency-Key", key, "X-User", user));
    }

    private static String status(String operation, String key, String user) {
        return client.get(statusPath(operation), Map.of("Idempotency-Key", key, "X-User", user))
                .body();
    }

    /** Of an operation, with its path variables as a query. */
    private static String statusPath(String operation) {
        String[] parts = operation.split("\\?", 2);
        return "/idempotency/" + parts[0] + "/status" + (parts.length == 1 ? "" : "?" + parts[1]);
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans implements WebMvcConfigurer {
        @Bean
        CallerResolver callers() {
            return new HeaderCaller();
        }

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/orders/**").allowedOrigins(ORIGIN).allowedHeaders("Content-Type");
        }
    }

    @RestController
    static class Desk {
        static final CountDownLatch ENTERED = new CountDownLatch(1);
        static final CountDownLatch LEAVE = new CountDownLatch(1);

        private final Ledger ledger;

        Desk(Ledger ledger) {
            this.ledger = ledger;
        }

        @Idempotent(operation = "order.create")
        @PostMapping("/orders")
        String order() {
            return "ordered";
        }

        @Idempotent(operation = "order.pay")
        @PostMapping("/orders/{id}/pay")
        String pay(@PathVariable String id) {
            return "paid " + id;
        }

        @Idempotent(operation = "order.reject")
        @PostMapping("/rejects")
        @CrossOrigin(origins = ORIGIN, allowedHeaders = "Content-Type")
        String reject() {
            throw Rejection.of("sold-out", "No more tea");
        }

        @Idempotent(operation = "slow")
        @PostMapping("/slow")
        String slow() throws InterruptedException {
            ENTERED.countDown();
            LEAVE.await(30, TimeUnit.SECONDS);
            return "slow";
        }

        @PostMapping("/declared")
        String declared() {
            ledger.ran("declared");
            return String.valueOf(ledger.runsOf("declared"));
        }
    }
}
