package io.yici.spring.http;

import static io.yici.spring.http.Client.isReplay;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Operation;
import io.yici.Rejection;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** The transaction around a handler: what joins it, what leaves it, and what its end does to the answer. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("databases")
class TransactionsTest {
    private static Server server;
    private static Client client;

    @Parameter
    TestDatabase database;

    static Stream<TestDatabase> databases() {
        return Stream.of(TestDatabase.SQLITE, TestDatabase.POSTGRESQL);
    }

    @BeforeParameterizedClassInvocation
    static void start(TestDatabase kind) {
        server = Server.start(
                kind,
                new Class<?>[] {Beans.class, Desk.class, Services.class, Advice.class},
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.jpa.open-in-view=true",
                "yici.http.routes[isolated].isolation=serializable");
        client = new Client(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @Test
    void anEntityThatIsOnlyPersistedIsCommittedWithTheRecordAndItsGeneratedValuesAreInTheAnswer() {
        String key = fresh();
        HttpResponse<String> first = client.post("/persist", key);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(rows("select count(*) from door_payment where id = ?", key)).isEqualTo(1);
        HttpResponse<String> again = client.post("/persist", key);
        assertThat(again.body()).isEqualTo(first.body()).contains("\"version\":0");
        assertThat(isReplay(again)).isTrue();
    }

    @Test
    void aViolatedConstraintOfAnUnflushedEntityComesToTheAdviceAndLeavesTheKeyFree() {
        String key = fresh();
        client.post("/persist", key);
        HttpResponse<String> first = client.post("/persist/again", key);
        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).contains("advice");
        assertThat(first.headers().firstValue("X-Before-Failure")).isEmpty();
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
        HttpResponse<String> second = client.post("/persist/again", key);
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(isReplay(second)).isFalse();
        assertThat(server.bean(Ledger.class).runsOf("again" + key)).isEqualTo(2);
    }

    @Test
    void aTransactionalServiceJoinsAndItsExceptionMadeAnAnswerRollsBackAll() {
        String key = fresh();
        HttpResponse<String> first = client.post("/joins/fails", key);
        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
        assertThat(isReplay(client.post("/joins/fails", key))).isFalse();
    }

    @Test
    void aHandlerThatCatchesWhatDoomedItsTransactionAnswersItsRefusalAndNothingIsRecorded() {
        String key = fresh();
        for (int run = 1; run <= 2; run++) {
            HttpResponse<String> answer = client.post("/joins/caught", key);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("caught");
            assertThat(isReplay(answer)).isFalse();
            assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
            assertThat(server.bean(Ledger.class).runsOf("caught" + key)).isEqualTo(run);
        }
    }

    @Test
    void aHandlerThatCallsItASuccessThoughItsTransactionIsDoomedIsNotBelieved() {
        String key = fresh();
        HttpResponse<String> answer = client.post("/joins/denied", key);
        assertThat(answer.statusCode()).isGreaterThanOrEqualTo(500);
        assertThat(answer.body()).doesNotContain("all is well");
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
    }

    @Test
    void aServiceThatWantsATransactionOfItsOwnIsRefused() {
        String key = fresh();
        HttpResponse<String> answer = client.post("/apart", key);
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
    }

    @Test
    void aServiceThatAsksForAnotherIsolationIsRefusedAndOneThatAsksForTheRoutesIsNot() {
        assertThat(client.post("/levels/other", fresh()).statusCode()).isEqualTo(500);
        assertThat(client.post("/levels/same", fresh()).statusCode()).isEqualTo(200);
    }

    @Test
    void aConflictThatNobodyMadeAnAnswerIsRetryableAndTheHandlerIsRunOnce() {
        String key = fresh();
        HttpResponse<String> answer = client.post("/conflict", key);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(answer.body()).contains("\"retryable\":true");
        assertThat(server.bean(Ledger.class).runsOf("conflict" + key)).isEqualTo(1);
    }

    @Test
    void atBothDoorsAnExplicitKeyKeepsItsIdentityAndAKeylessCallHappensOnceForTheRequest() {
        String key = fresh();
        HttpResponse<String> first = client.post("/both", key);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(isReplay(client.post("/both", key))).isTrue();
        assertThat(server.bean(Ledger.class).runsOf("explicit" + key)).isEqualTo(1);
        assertThat(server.bean(Ledger.class).runsOf("keyless" + key)).isEqualTo(1);
        byte[] outer = Operation.named("both").by("alice").key(key).id().bytes();
        byte[] inner = Operation.named("inner.explicit")
                .by("alice")
                .key("order-" + key)
                .id()
                .bytes();
        assertThat(server.bean(JdbcTemplate.class)
                        .queryForObject("select outer_id from yici_record where id = ?", byte[].class, (Object) inner))
                .isEqualTo(outer);
        assertThat(client.post("/both", fresh(), "{\"order\":\"" + key + "\"}").body())
                .as("the same order by another request")
                .contains("explicit " + key);
        assertThat(server.bean(Ledger.class).runsOf("explicit" + key)).isEqualTo(1);
    }

    @Test
    void aRejectionOfAGuardedServiceInsideUndoesTheRequestAndIsRecordedWithIt() {
        String key = fresh();
        HttpResponse<String> first = client.post("/both/rejects", key);
        assertThat(first.statusCode()).isEqualTo(422);
        HttpResponse<String> again = client.post("/both/rejects", key);
        assertThat(again.statusCode()).isEqualTo(422);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(server.bean(OrderTable.class).rowsOf(key)).isZero();
        assertThat(server.bean(Ledger.class).runsOf("rejects" + key)).isEqualTo(1);
    }

    @Test
    void oneRequestUsesOneConnection() {
        String key = fresh();
        client.post("/connections", key);
        assertThat(server.bean(Ledger.class).runsOf("one connection " + key)).isEqualTo(1);
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    private static int rows(String query, String parameter) {
        Integer count = server.bean(JdbcTemplate.class).queryForObject(query, Integer.class, parameter);
        return count == null ? 0 : count;
    }

    @Entity
    @Table(name = "door_payment")
    static class Payment {
        @Id
        public String id = "";

        @Column(nullable = false, unique = true)
        public String reference = "";

        @Version
        public @org.jspecify.annotations.Nullable Integer version;

        protected Payment() {}

        Payment(String id, String reference) {
            this.id = id;
            this.reference = reference;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EntityScan(basePackageClasses = TransactionsTest.class)
    static class Beans {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }
    }

    @RestControllerAdvice
    static class Advice {
        /** SQLite's violations have no type of their own. */
        @ExceptionHandler({DataIntegrityViolationException.class, JpaSystemException.class})
        @ResponseStatus(HttpStatus.CONFLICT)
        String violated(Exception violation) {
            return "advice";
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.CONFLICT)
        String failed(IllegalArgumentException failure) {
            return "advice";
        }
    }

    @Service
    static class Services {
        private final OrderTable orders;
        private final Ledger ledger;

        Services(OrderTable orders, Ledger ledger) {
            this.orders = orders;
            this.ledger = ledger;
        }

        @Transactional
        public void fails(String key) {
            orders.insert(key, "TEA");
            throw new IllegalArgumentException("no");
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void apart(String key) {
            orders.insert(key, "TEA");
        }

        @Transactional(isolation = Isolation.SERIALIZABLE)
        public void serializable() {}

        @Transactional(isolation = Isolation.REPEATABLE_READ)
        public void repeatable() {}

        @Idempotent(operation = "inner.explicit", key = "'order-' + #order", caller = "'alice'")
        public String explicit(String order) {
            ledger.ran("explicit" + order);
            return "explicit " + order;
        }

        @Idempotent(operation = "inner.keyless")
        public String keyless(String order) {
            ledger.ran("keyless" + order);
            return "keyless " + order;
        }

        @Idempotent(operation = "inner.rejects", key = "#order", caller = "'alice'")
        public String rejects(String order) {
            ledger.ran("rejects" + order);
            orders.insert(order, "TEA");
            throw Rejection.of("sold-out", "No more tea");
        }
    }

    @RestController
    static class Desk {
        private final EntityManager entities;
        private final Services services;
        private final Ledger ledger;
        private final OrderTable orders;
        private final com.zaxxer.hikari.HikariDataSource pool;

        Desk(
                EntityManager entities,
                Services services,
                Ledger ledger,
                OrderTable orders,
                com.zaxxer.hikari.HikariDataSource pool) {
            this.entities = entities;
            this.services = services;
            this.ledger = ledger;
            this.orders = orders;
            this.pool = pool;
        }

        private static String key() {
            return Operation.current().orElseThrow().key();
        }

        @Idempotent(operation = "persist")
        @PostMapping("/persist")
        Payment persist() {
            Payment payment = new Payment(key(), "r-" + key());
            entities.persist(payment);
            return payment;
        }

        @Idempotent(operation = "persist.again")
        @PostMapping("/persist/again")
        ResponseEntity<Payment> persistAgain() {
            ledger.ran("again" + key());
            orders.insert(key(), "TEA");
            Payment payment = new Payment(UUID.randomUUID().toString(), "r-" + key());
            entities.persist(payment);
            return ResponseEntity.ok().header("X-Before-Failure", "yes").body(payment);
        }

        @Idempotent(operation = "joins.fails")
        @PostMapping("/joins/fails")
        String joinsFails() {
            services.fails(key());
            return "all is well";
        }

        @Idempotent(operation = "joins.caught")
        @PostMapping("/joins/caught")
        ResponseEntity<String> joinsCaught() {
            ledger.ran("caught" + key());
            try {
                services.fails(key());
                return ResponseEntity.ok("all is well");
            } catch (IllegalArgumentException failed) {
                return ResponseEntity.badRequest().body("caught");
            }
        }

        @Idempotent(operation = "joins.denied")
        @PostMapping("/joins/denied")
        String joinsDenied() {
            try {
                services.fails(key());
            } catch (IllegalArgumentException failed) {
                ledger.ran("denied" + key());
            }
            return "all is well";
        }

        @Idempotent(operation = "apart")
        @PostMapping("/apart")
        String apart() {
            services.apart(key());
            return "all is well";
        }

        @Idempotent(operation = "levels.other")
        @PostMapping("/levels/other")
        String otherLevel() {
            services.repeatable();
            return "all is well";
        }

        @Idempotent(operation = "isolated")
        @PostMapping("/levels/same")
        String sameLevel() {
            services.serializable();
            return "all is well";
        }

        @Idempotent(operation = "conflict")
        @PostMapping("/conflict")
        String conflict() {
            ledger.ran("conflict" + key());
            throw new CannotAcquireLockException("deadlock");
        }

        @Idempotent(operation = "both")
        @PostMapping("/both")
        Map<String, String> both(@RequestBody Map<String, String> asked) {
            String order = asked.getOrDefault("order", key());
            return Map.of(
                    "explicit",
                    services.explicit(order),
                    "keyless",
                    services.keyless(key()),
                    "again",
                    services.keyless(key()));
        }

        @Idempotent(operation = "both.rejects")
        @PostMapping("/both/rejects")
        String bothReject() {
            return services.rejects(key());
        }

        @Idempotent(operation = "connections")
        @PostMapping("/connections")
        String connections() {
            orders.insert(key(), "TEA");
            services.explicit(key());
            if (pool.getHikariPoolMXBean().getActiveConnections() == 1) {
                ledger.ran("one connection " + key());
            }
            return "done";
        }
    }
}
