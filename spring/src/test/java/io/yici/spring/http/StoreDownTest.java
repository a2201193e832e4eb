package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.test.RecordAgeing;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The store cannot be reached at the claim, or at the end: refused, and never run a second time. Vector 29, B39. */
class StoreDownTest {
    private static final String[] SETTINGS = {
        "spring.datasource.hikari.connection-timeout=1000",
        "spring.datasource.hikari.maximum-pool-size=1",
        "yici.cleanup.enabled=false",
        "yici.waits-for=50ms"
    };

    private static FreshDatabase database;
    private static FaultProxy proxy;
    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        database = TestDatabase.POSTGRESQL.create("store down");
        proxy = FaultProxy.to(database);
        server = Server.on(database.through(proxy), new Class<?>[] {Desk.class, Callers.class}, SETTINGS);
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
        proxy.close();
        database.close();
    }

    @BeforeEach
    void whole() {
        proxy.up();
        server.bean(Desk.class).beforeTheEnd = () -> {};
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders", "/payments"})
    void downAtTheClaimItIsRefusedAndNothingRuns29(String path) {
        proxy.down();
        Wire.Reply refused = send(path);
        assertThat(refused.isProblem(503, "store-unavailable"))
                .as("%s", refused)
                .isTrue();
        assertThat(refused.header("Retry-After")).isNotNull();
        ran(0);
        proxy.up();
        Wire.Reply retry = send(path);
        assertThat(retry.status()).as("%s", retry).isEqualTo(200);
        assertThat(retry.isReplay()).isFalse();
        ran(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders", "/payments"})
    void aPoolThatGivesNothingIsAStoreThatIsDown29(String path) throws Exception {
        try (Server small = Server.start(TestDatabase.SQLITE, new Class<?>[] {Desk.class, Callers.class}, SETTINGS)) {
            Wire own = new Wire(small.port());

            try (Connection taken = small.bean(DataSource.class).getConnection()) {
                assertThat(taken.isClosed()).isFalse();
                Wire.Reply refused = own.post(path, key, body());
                assertThat(refused.isProblem(503, "store-unavailable"))
                        .as("%s", refused)
                        .isTrue();
                assertThat(refused.header("Retry-After")).isNotNull();
                assertThat(small.bean(Ledger.class).total()).isZero();
            }
            assertThat(own.post(path, key, body()).status()).isEqualTo(200);
            assertThat(own.post(path, key, body()).isReplay()).isTrue();
            assertThat(small.bean(Ledger.class).total()).isEqualTo(1);
        }
    }

    @Test
    void downBeforeTheCommitEverythingIsRolledBackAndTheRetryRuns29() {
        server.bean(Desk.class).beforeTheEnd = proxy::down;
        Wire.Reply failed = send("/orders");
        assertThat(failed.status()).as("%s", failed).isGreaterThanOrEqualTo(500);
        proxy.up();
        server.bean(Desk.class).beforeTheEnd = () -> {};
        assertThat(rows()).isZero();
        Wire.Reply retry = send("/orders");
        assertThat(retry.status()).isEqualTo(200);
        assertThat(retry.isReplay()).isFalse();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aCommitThatNeverArrivedIsRefusedAndTheRetryRuns29() {
        server.bean(Desk.class).beforeTheEnd = proxy::cutBeforeCommit;
        Wire.Reply refused = send("/orders");
        assertThat(refused.status()).as("%s", refused).isEqualTo(503);
        server.bean(Desk.class).beforeTheEnd = () -> {};
        assertThat(rows()).isZero();
        assertThat(send("/orders").status()).isEqualTo(200);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aCommitWhoseAnswerWasLostIsFoundAndTheRetryReplayed29() {
        server.bean(Desk.class).beforeTheEnd = proxy::cutAfterCommit;
        Wire.Reply first = send("/orders");
        assertThat(first.status()).as("%s", first).isEqualTo(200);
        server.bean(Desk.class).beforeTheEnd = () -> {};
        Wire.Reply retry = send("/orders");
        assertThat(retry.isReplay()).isTrue();
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(rows()).isEqualTo(1);
        ran(1);
    }

    @Test
    void downAfterTheEffectOfAnExternalRouteItIsUnknownAndNeverRunAgain29() {
        server.bean(Desk.class).beforeTheEnd = proxy::down;
        Wire.Reply first = send("/payments");
        assertThat(first.isProblem(409, "outcome-unknown")).as("%s", first).isTrue();
        proxy.up();
        awaitReply(reply -> reply.isProblem(409, "in-progress"));
        RecordAgeing.on(database.unpooled()).ageAll(Duration.ofSeconds(61));
        awaitReply(reply -> reply.isProblem(409, "outcome-unknown"));
        ran(1);
    }

    /** The end is tried again, so a cut that is over by then is no harm. */
    @Test
    void aCutAfterTheEffectOfAnExternalRouteIsNoHarm29() {
        server.bean(Desk.class).beforeTheEnd = proxy::cutAll;
        Wire.Reply first = send("/payments");
        assertThat(first.status()).as("%s", first).isEqualTo(200);
        server.bean(Desk.class).beforeTheEnd = () -> {};
        assertThat(send("/payments").isReplay()).isTrue();
        ran(1);
    }

    /** A pool needs a moment before it has connections again; until then it may say that the store is down. */
    private void awaitReply(Predicate<Wire.Reply> expected) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            Wire.Reply reply = send("/payments");
            assertThat(expected.test(reply) || reply.status() == 503)
                    .as("%s", reply)
                    .isTrue();
            return expected.test(reply);
        });
    }

    private Wire.Reply send(String path) {
        return wire.post(path, key, body());
    }

    private String body() {
        return "{\"id\":\"" + key + "\"}";
    }

    private void ran(int times) {
        assertThat(server.bean(Ledger.class).runsOf(key)).isEqualTo(times);
    }

    private int rows() {
        return server.bean(OrderTable.class).rowsOf(key);
    }

    @Configuration(proxyBeanMethods = false)
    static class Callers {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    record Asked(String id) {}

    @RestController
    static class Desk {
        private final Ledger ledger;
        private final OrderTable orders;
        private volatile Runnable beforeTheEnd = () -> {};

        Desk(Ledger ledger, OrderTable orders) {
            this.ledger = ledger;
            this.orders = orders;
        }

        @Idempotent(operation = "order")
        @PostMapping("/orders")
        Map<String, String> order(@RequestBody Asked order) {
            orders.insert(order.id(), "TEA-1");
            return done(order.id());
        }

        @Idempotent(operation = "pay", external = true)
        @PostMapping("/payments")
        Map<String, String> pay(@RequestBody Asked payment) {
            return done(payment.id());
        }

        private Map<String, String> done(String id) {
            ledger.ran(id);
            beforeTheEnd.run();
            return Map.of("number", UUID.randomUUID().toString());
        }
    }
}
