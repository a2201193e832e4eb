package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OperationId;
import io.yici.guard.EntryGuard;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenUse;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Events;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.test.ScriptedEntryGuard;
import io.yici.test.ScriptedTokenMarks;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tokens and the entry guard over HTTP: cases B09, B12 and B39. */
@SuppressWarnings("NullAway.Init") // opened before all
class TokenRoutesTest {
    private static final Instant NOON = Instant.now();
    private static final AtomicReference<Instant> NOW = new AtomicReference<>(NOON);

    private static Server server;
    private static Client client;
    private static ScriptedEntryGuard guard;
    private static ScriptedTokenMarks marks;
    private static Ledger ledger;
    private static Events events;

    private final String order = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.H2,
                new Class<?>[] {Beans.class, Desk.class, Payments.class},
                "yici.waits-for=0",
                "yici.operations.order.create.token=required",
                "yici.http.routes[order.call].external=true",
                "yici.http.routes[order.call].token=required",
                "yici.http.routes[order.any].token=accepted",
                "yici.http.routes[order.any].key-syntax=uuid",
                "yici.http.routes[order.any].max-key-bytes=40",
                "yici.operations.order.guarded.entry-guard=true",
                "yici.operations.order.passing.entry-guard=true",
                "yici.operations.order.passing.when-guard-unavailable=pass",
                "yici.operations.order.passing.entry-holds-for=10s");
        client = new Client(server);
        guard = server.bean(ScriptedEntryGuard.class);
        marks = server.bean(ScriptedTokenMarks.class);
        ledger = server.bean(Ledger.class);
        events = server.bean(Events.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void atNoon() {
        NOW.set(NOON);
        guard.recover();
        guard.forgetAll();
        marks.recover();
        marks.forgetAll();
    }

    @Test
    void aTokenIsIssuedToTheCallerAndNeverCached() {
        HttpResponse<String> issued = fetch("order.create", "alice");
        assertThat(issued.statusCode()).isEqualTo(200);
        assertThat(issued.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(issued.body())
                .contains("\"operation\":\"order.create\"", "\"header\":\"Idempotency-Key\"")
                .contains("\"field\":\"_idempotency_key\"")
                .contains(
                        "\"issuedAt\":\"" + at(NOON) + "\"",
                        "\"expiresAt\":\"" + at(NOON.plus(Duration.ofMinutes(30))) + "\"");
        assertThat(tokenIn(issued)).isNotEqualTo(token("order.create", "alice"));
    }

    @Test
    void thereAreTokensOnlyForOperationsThatTakeThemAndForCallers() {
        assertThat(fetch("nothing", "alice").statusCode()).isEqualTo(404);
        assertThat(fetch("order.guarded", "alice").statusCode()).isEqualTo(404);
        assertThat(client.get("/idempotency/tokens", Map.of("X-User", "alice")).statusCode())
                .isEqualTo(400);
        HttpResponse<String> anonymous = client.get("/idempotency/tokens?operation=order.create", Map.of());
        assertThat(anonymous.statusCode()).isEqualTo(403);
        assertThat(anonymous.body()).contains("caller-missing");
    }

    /** B12: the retry of a one-time token by the same caller is served. */
    @Test
    void aRepeatGetsTheSameAnswer() {
        String token = token("order.create", "alice");
        HttpResponse<String> first = post("/orders", token, "alice");
        HttpResponse<String> second = post("/orders", token, "alice");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(second)).isTrue();
        assertThat(marks.repeats()).isPositive();
        assertThat(ledger.runsOf(order)).isEqualTo(1);
    }

    @Test
    void pastItsTimeATokenGetsItsAnswerAndNothingElse() {
        String used = token("order.create", "alice");
        String unused = token("order.create", "alice");
        HttpResponse<String> first = post("/orders", used, "alice");
        NOW.set(NOON.plus(Duration.ofHours(1)));
        HttpResponse<String> again = post("/orders", used, "alice");
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(again)).isTrue();
        for (int times = 0; times < 2; times++) {
            assertProblem(post("/orders", unused, "alice"), 412, "token-expired");
        }
        assertProblem(post("/calls", tokenAt(NOON, "order.call"), "alice"), 412, "token-expired");
        assertThat(ledger.runsOf(order)).isEqualTo(1);
    }

    @Test
    void anothersTokenIsRefusedAndNotUsedUp() {
        String alices = token("order.create", "alice");
        assertProblem(post("/orders", alices, "bob"), 403, "token-refused");
        assertProblem(post("/calls", alices, "alice"), 403, "token-refused");
        assertProblem(post("/orders", UUID.randomUUID().toString(), "alice"), 403, "token-refused");
        assertThat(post("/orders", alices, "alice").statusCode()).isEqualTo(201);
        assertProblem(post("/orders", alices, "bob"), 403, "token-refused");
        assertThat(ledger.runsOf(order)).isEqualTo(1);
    }

    @Test
    void aMissingTokenIsRefusedWithThePlaceWhereToFetchOne() {
        HttpResponse<String> missing =
                client.send("POST", "/orders", body(), Map.of("Content-Type", "application/json", "X-User", "alice"));
        assertProblem(missing, 400, "key-missing");
        assertThat(missing.body()).contains("GET /idempotency/tokens?operation=order.create");
    }

    /** B12: what validation, or an interceptor, or the handler itself refuses leaves the token unused. */
    @ParameterizedTest
    @ValueSource(strings = {"", "unauthorized", "forbidden", "failing"})
    void aRefusedAttemptDoesNotUseTheTokenUp(String buyer) {
        String token = token("order.create", "alice");
        HttpResponse<String> refused = client.send(
                "POST", "/orders", "{\"order\":\"" + order + "\",\"buyer\":\"" + buyer + "\"}", headers(token));
        assertThat(refused.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(post("/orders", token, "alice").statusCode()).isEqualTo(201);
        assertThat(Client.isReplay(post("/orders", token, "alice"))).isTrue();
    }

    @Test
    void aHiddenFieldCarriesTheKeyAndIsNoContent() {
        String token = token("order.form", "alice");
        HttpResponse<String> first = form("/form", "order=" + order + "&_idempotency_key=" + token, null);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(first.body()).contains(order);
        HttpResponse<String> second = form("/form", "_idempotency_key=" + token + "&order=" + order, null);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(second)).isTrue();
        HttpResponse<String> byHeader = form("/form", "order=" + order, token);
        assertThat(byHeader.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(form("/form", "order=" + order + "&_idempotency_key=" + token, token)))
                .isTrue();
        assertProblem(form("/form", "order=other&_idempotency_key=" + token, null), 422, "mismatch");
        assertThat(ledger.runsOf(order)).isEqualTo(1);
    }

    @Test
    void headerAndFieldMustAgree() {
        String one = token("order.form", "alice");
        String other = token("order.form", "alice");
        assertProblem(form("/form", "order=" + order + "&_idempotency_key=" + one, other), 400, "keys-differ");
        assertThat(ledger.runsOf(order)).isZero();
    }

    /** B09: a field that yields nothing is no key that everybody shares. */
    @Test
    void aFieldThatHoldsNoKeyIsRefused() {
        String token = token("order.form", "alice");
        assertProblem(form("/form", "order=" + order, null), 400, "key-missing");
        assertProblem(form("/form", "order=" + order + "&_idempotency_key=", null), 400, "key-invalid");
        assertProblem(form("/form", "order=" + order + "&_idempotency_key=%20", null), 400, "key-invalid");
        assertProblem(
                form("/form", "_idempotency_key=" + token + "&_idempotency_key=" + token, null), 400, "key-invalid");
        HttpResponse<String> inAddress = form("/form?%5Fidempotency_key=" + token, "order=" + order, null);
        assertProblem(inAddress, 400, "key-invalid");
        assertThat(inAddress.body()).contains("address");
        assertThat(ledger.runsOf(order)).isZero();
    }

    @Test
    void whereTokensAreAcceptedKeysOfOnesOwnAreTooByTheirOwnRules() {
        assertThat(post("/any", UUID.randomUUID().toString(), "alice").statusCode())
                .isEqualTo(200);
        assertThat(post("/any", token("order.any", "alice"), "alice").statusCode())
                .isEqualTo(200);
        assertProblem(post("/any", "no-uuid", "alice"), 400, "key-invalid");
        assertProblem(post("/any", token("order.any", "alice"), "bob"), 403, "token-refused");
    }

    @Test
    void aRouteThatCallsOtherSystemsTakesTokensToo() {
        String token = token("order.call", "alice");
        HttpResponse<String> first = post("/calls", token, "alice");
        HttpResponse<String> second = post("/calls", token, "alice");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(second)).isTrue();
    }

    @Test
    void aServiceTakesTokensAsItsAnnotationSays() {
        String token = token("payment", "alice");
        HttpResponse<String> first = post("/unguarded", token, "alice");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(post("/unguarded", token, "alice").body()).isEqualTo(first.body());
        assertProblem(post("/unguarded", token, "bob"), 403, "token-refused");
        NOW.set(NOON.plus(Duration.ofHours(1)));
        assertThat(post("/unguarded", token, "alice").body()).isEqualTo(first.body());
        assertProblem(post("/unguarded", tokenAt(NOON, "payment"), "alice"), 412, "token-expired");
    }

    @Test
    void thePolicySaysWhoTakesTokensAndWhereTheyAre() {
        String policy = client.get("/idempotency", Map.of()).body();
        assertThat(policy).contains("\"tokensAt\":\"/idempotency/tokens\"", "\"token\":\"required\"");
        assertThat(policy)
                .contains("\"token\":\"accepted\"", "\"token\":\"none\"", "\"keyField\":\"_idempotency_key\"");
    }

    /** Occupied says that somebody is probably inside: look for the answer, else come again. */
    @Test
    void anOccupiedEntryIsInProgressUntilThereIsARecord() {
        String key = UUID.randomUUID().toString();
        OperationId id = Operation.named("order.guarded").by("alice").key(key).id();
        EntryGuard.Entry held = guard.enter(id, Duration.ofMinutes(1));
        HttpResponse<String> refused = post("/guarded", key, "alice");
        assertProblem(refused, 409, "in-progress");
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        ((EntryGuard.Entry.Entered) held).close();
        HttpResponse<String> first = post("/guarded", key, "alice");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(guard.isHeld(id)).isFalse();
        guard.enter(id, Duration.ofMinutes(1));
        HttpResponse<String> again = post("/guarded", key, "alice");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(Client.isReplay(again)).isTrue();
        assertThat(ledger.runsOf(order)).isEqualTo(1);
    }

    /** B39: closed by default, open where the operation says so; told either way. */
    @Test
    void aGuardThatCannotBeReachedRefusesOrPassesAsTheOperationSays() {
        guard.fail(new IOException("gone"));
        String key = UUID.randomUUID().toString();
        HttpResponse<String> refused = post("/guarded", key, "alice");
        assertProblem(refused, 503, "store-unavailable");
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(refused.body()).doesNotContain("gone");
        assertThat(ledger.runsOf(order)).isZero();
        assertThat(post("/passing", key, "alice").statusCode()).isEqualTo(200);
        assertThat(Client.isReplay(post("/passing", key, "alice"))).isTrue();
        assertThat(ledger.runsOf(order)).isEqualTo(1);
        assertThat(events.kinds()).contains(Kind.GUARD_UNAVAILABLE);
        guard.recover();
        assertThat(post("/guarded", key, "alice").statusCode()).isEqualTo(200);
    }

    /** The token hole: consumed, and the request failed before the database; the same token again succeeds once. */
    @Test
    void aTokenThatWasConsumedByAFailedRequestSucceedsOnce() {
        String token = token("order.create", "alice");
        client.send("POST", "/orders", "{\"order\":\"" + order + "\",\"buyer\":\"failing\"}", headers(token));
        int runs = ledger.runsOf(order);
        assertThat(post("/orders", token, "alice").statusCode()).isEqualTo(201);
        marks.forgetAll();
        assertThat(Client.isReplay(post("/orders", token, "alice"))).isTrue();
        assertThat(ledger.runsOf(order)).isEqualTo(runs + 1);
    }

    private static void assertProblem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains("\"code\":\"" + code + "\"");
    }

    private HttpResponse<String> post(String path, String key, String user) {
        return client.send(
                "POST",
                path,
                body(),
                Map.of("Idempotency-Key", key, "Content-Type", "application/json", "X-User", user));
    }

    private static Map<String, String> headers(String key) {
        return Map.of("Idempotency-Key", key, "Content-Type", "application/json", "X-User", "alice");
    }

    private static HttpResponse<String> form(String path, String pairs, @Nullable String key) {
        Map<String, String> headers =
                new HashMap<>(Map.of("Content-Type", "application/x-www-form-urlencoded", "X-User", "alice"));
        if (key != null) {
            headers.put("Idempotency-Key", key);
        }
        return client.send("POST", path, pairs, headers);
    }

    private String body() {
        return "{\"order\":\"" + order + "\",\"buyer\":\"alice\"}";
    }

    /** As a token tells its time: in milliseconds. */
    private static Instant at(Instant when) {
        return when.truncatedTo(ChronoUnit.MILLIS);
    }

    private static String tokenAt(Instant when, String operation) {
        Instant before = NOW.getAndSet(when);
        try {
            return token(operation, "alice");
        } finally {
            NOW.set(before);
        }
    }

    private static String token(String operation, String user) {
        return tokenIn(fetch(operation, user));
    }

    private static HttpResponse<String> fetch(String operation, String user) {
        return client.get(
                "/idempotency/tokens?operation=" + URLEncoder.encode(operation, StandardCharsets.UTF_8),
                Map.of("X-User", user));
    }

    private static String tokenIn(HttpResponse<String> issued) {
        Matcher token = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(issued.body());
        assertThat(token.find()).as(issued.body()).isTrue();
        return token.group(1);
    }

    record Order(String order, @NotBlank String buyer) {}

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        CallerResolver callers() {
            return new HeaderCaller();
        }

        @Bean
        FormTokens tokens() {
            return FormTokens.signedBy("test", "a secret for tests, 32 bytes and more")
                    .clock(new Clock() {
                        @Override
                        public ZoneId getZone() {
                            return ZoneOffset.UTC;
                        }

                        @Override
                        public Clock withZone(ZoneId zone) {
                            return this;
                        }

                        @Override
                        public Instant instant() {
                            return Objects.requireNonNull(NOW.get());
                        }
                    })
                    .build();
        }

        @Bean
        ScriptedEntryGuard guard() {
            return new ScriptedEntryGuard();
        }

        @Bean
        ScriptedTokenMarks marks() {
            return new ScriptedTokenMarks();
        }

        @Bean
        Events events() {
            return new Events();
        }
    }

    @RestController
    static class Desk {
        private final Ledger ledger;
        private final Payments payments;

        Desk(Ledger ledger, Payments payments) {
            this.ledger = ledger;
            this.payments = payments;
        }

        @Idempotent(operation = "order.create")
        @PostMapping("/orders")
        ResponseEntity<String> create(@Valid @RequestBody Order order) {
            switch (order.buyer()) {
                case "unauthorized" -> {
                    return ResponseEntity.status(HttpStatus.UNAUTHORIZED).build();
                }
                case "forbidden" -> {
                    return ResponseEntity.status(HttpStatus.FORBIDDEN).build();
                }
                case "failing" -> throw new IllegalStateException("the machine stumbles");
                default -> {
                    return ResponseEntity.status(HttpStatus.CREATED).body(done(order.order()));
                }
            }
        }

        @Idempotent(operation = "order.form", token = TokenUse.REQUIRED)
        @PostMapping("/form")
        String form(@RequestParam(name = "order") String order) {
            return done(order);
        }

        @Idempotent(operation = "order.any")
        @PostMapping("/any")
        String any(@RequestBody Order order) {
            return done(order.order());
        }

        @Idempotent(operation = "order.call")
        @PostMapping("/calls")
        String call(@RequestBody Order order) {
            return done(order.order());
        }

        @Idempotent(operation = "order.guarded")
        @PostMapping("/guarded")
        String guarded(@RequestBody Order order) {
            return done(order.order());
        }

        @Idempotent(operation = "order.passing")
        @PostMapping("/passing")
        String passing(@RequestBody Order order) {
            return done(order.order());
        }

        @PostMapping("/unguarded")
        String unguarded(@RequestHeader(name = "Idempotency-Key") String key, @RequestBody Order order) {
            return payments.pay(key, order.order());
        }

        private String done(String order) {
            ledger.ran(order);
            return order + " " + UUID.randomUUID();
        }
    }

    @Service
    static class Payments {
        @Idempotent(operation = "payment", key = "#a0", token = TokenUse.REQUIRED)
        public String pay(String token, String order) {
            return order + " " + UUID.randomUUID();
        }
    }
}
