package io.yici.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.StoreUnavailableException;
import io.yici.guard.EntryGuard.Entry;
import io.yici.guard.EntryRules.WhenUnavailable;
import io.yici.guard.FormTokens;
import io.yici.jdbc.JdbcYici;
import io.yici.services.FreshDatabase;
import io.yici.services.RedisServer;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever Redis says, forgets or does not say: one effect, counted in PostgreSQL. Cases B12, B37, B39. */
@SuppressWarnings("NullAway.Init") // opened before each test
class DatabaseDecidesTest {
    private static final OperationSettings GUARDED =
            OperationSettings.defaults().waitsFor(Duration.ofSeconds(20)).guardsEntry();
    private static final FormTokens TOKENS =
            FormTokens.signedBy("one", "a secret of more than thirty-two bytes").build();

    private static FreshDatabase database;
    private static HikariDataSource pool;

    private RedisServer redis;
    private Ground here;
    private Ground there;
    private JdbcYici one;
    private JdbcYici other;

    @BeforeAll
    static void openDatabase() throws SQLException {
        database = TestDatabase.POSTGRESQL.create("decides");
        pool = database.pool(16);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE payment (operation VARCHAR(200) NOT NULL)");
        }
    }

    @AfterAll
    static void closeDatabase() {
        database.close();
    }

    @BeforeEach
    void open() {
        redis = RedisServer.start();
        here = Ground.on(redis.url());
        there = Ground.on(redis.url());
        RedisAccess shared = RedisAccess.through(here.scripts).timeout(Ground.PATIENCE);
        one = yici(shared);
        other = yici(RedisAccess.through(there.scripts).timeout(Ground.PATIENCE));
    }

    private static JdbcYici yici(RedisAccess access) {
        return JdbcYici.on(pool)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .tokens(TOKENS)
                .tokenMarks(new RedisTokenMarks(access))
                .entryGuard(new RedisEntryGuard(access))
                .operation("pay", GUARDED)
                .operation("pay.passing", GUARDED.entry(GUARDED.entry().whenUnavailable(WhenUnavailable.PASS)))
                .operation("order", OperationSettings.defaults().demandsToken())
                .build();
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
        here.close();
        there.close();
        redis.close();
    }

    /** Two nodes, one Redis, a hundred equal payments: one is paid, and all get its answer. */
    @Test
    void aHundredEqualPaymentsOnTwoNodesArePaidOnce() throws SQLException {
        Operation payment = payment("pay");
        List<Race.Finish<Outcome<String>>> finishes = Race.within(Duration.ofSeconds(60))
                .run(100, runner -> () -> pay(runner % 2 == 0 ? one : other, payment));
        assertThat(finishes)
                .allSatisfy(finish -> assertThat(finish.answer().value()).isEqualTo("paid"));
        assertThat(finishes.stream().filter(finish -> !finish.answer().replayed()))
                .hasSize(1);
        assertThat(payments(payment)).isOne();
    }

    /** B37: the entry is forgotten while its holder works; the second call gets in and meets the claim. */
    @Test
    void entryForgottenDuringTheWorkLetsNobodyPayAgain() throws Exception {
        Operation payment = payment("pay");
        CompletableFuture<Void> working = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CompletableFuture<Outcome<String>> first =
                inBackground(() -> one.once(payment, "10 EUR", String.class, connection -> {
                    record(connection, payment);
                    working.complete(null);
                    goOn.join();
                    return "paid";
                }));
        working.get(20, TimeUnit.SECONDS);
        redis.run("FLUSHALL");
        CompletableFuture<Outcome<String>> second = inBackground(() -> pay(other, payment));
        Await.until(() -> redis.run("DBSIZE").equals("1")); // the second is in
        assertThat(second).isNotDone();
        goOn.complete(null);
        assertThat(first.get(20, TimeUnit.SECONDS).replayed()).isFalse();
        assertThat(second.get(20, TimeUnit.SECONDS).replayed()).isTrue();
        assertThat(payments(payment)).isOne();
    }

    /** B39: the guard is asked for and gone: refused before anything ran, and the same request succeeds afterwards. */
    @Test
    void withoutRedisAGuardedPaymentIsRefusedAndPaidLater() throws Exception {
        Operation payment = payment("pay");
        redis.crash();
        for (JdbcYici node : List.of(one, other)) {
            assertThatThrownBy(() -> pay(node, payment)).isInstanceOf(StoreUnavailableException.class);
        }
        assertThat(payments(payment)).isZero();
        redis.restart();
        Outcome<String> paid = awaitPaid(payment);
        assertThat(paid.replayed()).isFalse();
        assertThat(payments(payment)).isOne();
    }

    /** B39: an operation that says so passes on to the database, which lets one of them pay. */
    @Test
    void withoutRedisAPassingPaymentIsPaidOnce() throws SQLException {
        Operation payment = payment("pay.passing");
        redis.crash();
        List<Race.Finish<Outcome<String>>> finishes = Race.within(Duration.ofSeconds(60))
                .run(20, runner -> () -> pay(runner % 2 == 0 ? one : other, payment));
        assertThat(finishes)
                .allSatisfy(finish -> assertThat(finish.answer().value()).isEqualTo("paid"));
        assertThat(payments(payment)).isOne();
    }

    /** B39: Redis goes after the effect: the answer is given all the same, and given again when it is back. */
    @Test
    void redisThatGoesDuringTheWorkChangesNothing() throws Exception {
        Operation payment = payment("pay");
        Outcome<String> first = one.once(payment, "10 EUR", String.class, connection -> {
            record(connection, payment);
            redis.crash();
            return "paid";
        });
        assertThat(first.value()).isEqualTo("paid");
        redis.restart();
        assertThat(awaitPaid(payment).replayed()).isTrue();
        assertThat(payments(payment)).isOne();
    }

    /** The process died inside: its entry stands until its time is over, but a finished payment is answered at once. */
    @Test
    void entryThatNobodyLeftDoesNotHideTheAnswer() throws SQLException {
        Operation payment = payment("pay");
        assertThat(pay(one, payment).replayed()).isFalse();
        RedisEntryGuard dead =
                new RedisEntryGuard(RedisAccess.through(here.scripts).timeout(Ground.PATIENCE));
        assertThat(dead.enter(payment.id(), Duration.ofHours(1))).isInstanceOf(Entry.Entered.class);
        assertThat(pay(other, payment).replayed()).isTrue();
        assertThat(payments(payment)).isOne();
    }

    /** B12, the token hole: consumed, then the database failed; the same token succeeds, once, and then answers. */
    @Test
    void tokenConsumedBeforeAFailureSucceedsOnce() throws SQLException {
        Operation order = Operation.named("order").by("alice").key(TOKENS.issue("order", "alice"));
        assertThatThrownBy(() -> one.once(order, "10 EUR", String.class, connection -> {
                    throw new SQLException("the database went away");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(redis.run("DBSIZE")).isEqualTo("1");
        assertThat(pay(other, order).replayed()).isFalse();
        assertThat(pay(one, order).replayed()).isTrue();
        assertThat(payments(order)).isOne();
    }

    /** Redis forgot the mark, or cannot say: the record answers. */
    @Test
    void tokenWhoseMarkIsLostIsAnsweredFromTheRecord() throws SQLException {
        Operation order = Operation.named("order").by("alice").key(TOKENS.issue("order", "alice"));
        assertThat(pay(one, order).replayed()).isFalse();
        redis.run("FLUSHALL");
        assertThat(pay(other, order).replayed()).isTrue();
        redis.crash();
        assertThat(pay(one, order).replayed()).isTrue();
        assertThat(payments(order)).isOne();
    }

    private Outcome<String> awaitPaid(Operation payment) {
        CompletableFuture<Outcome<String>> paid = new CompletableFuture<>();
        Await.until(() -> {
            try {
                return paid.complete(pay(one, payment));
            } catch (StoreUnavailableException notYet) {
                return false;
            }
        });
        return paid.join();
    }

    private static <T> CompletableFuture<T> inBackground(Callable<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        future.complete(work.call());
                    } catch (Exception e) {
                        future.completeExceptionally(e);
                    }
                })
                .start();
        return future;
    }

    private static Operation payment(String name) {
        return Operation.named(name).by("alice").key(UUID.randomUUID().toString());
    }

    private static Outcome<String> pay(JdbcYici node, Operation payment) {
        try {
            return node.once(payment, "10 EUR", String.class, connection -> {
                record(connection, payment);
                return "paid";
            });
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void record(Connection connection, Operation payment) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO payment VALUES (?)")) {
            insert.setString(1, payment.id().toString());
            insert.executeUpdate();
        }
    }

    private static int payments(Operation payment) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT count(*) FROM payment WHERE operation = ?")) {
            count.setString(1, payment.id().toString());
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
