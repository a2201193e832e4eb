package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Answer;
import io.yici.CommitRefusedException;
import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.Standing;
import io.yici.UnstorableAnswerException;
import io.yici.jdbc.JdbcYici;
import io.yici.services.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Work, predicates, listeners and rebuilds that misbehave: every transaction still ends, and nobody is told a lie. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class HostileWorkTest {
    @Parameter
    Ground ground;

    private static final AtomicReference<Runnable> ON_EVENT = new AtomicReference<>();
    private static final AtomicReference<Kind> EVENT = new AtomicReference<>();
    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        OperationSettings defaults = OperationSettings.defaults();
        shop = Shop.open(
                given,
                3,
                builder -> builder.operation("observed", defaults.mode(OperationSettings.Mode.OBSERVE))
                        .operation("keyed", defaults.unseenKeysWithin(Duration.ofHours(1), Duration.ofMinutes(5)))
                        .listener(event -> {
                            Runnable action = ON_EVENT.get();
                            if (action != null && event.kind() == EVENT.get()) {
                                ON_EVENT.set(null);
                                action.run();
                            }
                        }));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Test
    void aPredicateThatFailsEndsTheTransactionAndTheNextCallIsTrue() {
        Answer<String> failing = Answer.stored(String.class).committedUnrecordedOn((Throwable thrown) -> {
            throw new IllegalArgumentException("the predicate's own fault");
        });
        assertThatThrownBy(() -> shop.yici.once(fresh(), Fingerprint.of("x"), failing, connection -> {
                    shop.place(connection, Shop.ONE_TEA);
                    throw new IllegalStateException("the work's fault");
                }))
                .hasMessage("the predicate's own fault")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()[0]).hasMessage("the work's fault"));
        assertTheNextCallIsTrue();
    }

    @Test
    void anErrorOfTheVirtualMachineEndsTheTransactionAndTheNextCallIsTrue() throws SQLException {
        assertThatThrownBy(() -> shop.yici.once(fresh(), "x", String.class, connection -> {
                    shop.place(connection, Shop.ONE_TEA);
                    throw new StackOverflowError("deep");
                }))
                .isInstanceOf(StackOverflowError.class);
        Operation observed = Operation.named("observed").by("alice").key(Shop.freshKey());
        Answer<String> breaking = Answer.rebuilt(
                value -> {
                    throw new NoClassDefFoundError("gone");
                },
                reference -> reference);
        int orders = shop.orders();
        shop.yici.once(observed, Fingerprint.of("x"), breaking, () -> {
            shop.place(shop.yici.connection(), Shop.ONE_TEA);
            return "done";
        });
        assertThat(shop.orders()).isEqualTo(orders + 1);
        assertTheNextCallIsTrue();
    }

    @Test
    void aListenerThatThrowsAnErrorHarmsNothing() {
        when(Kind.EXECUTED, () -> {
            throw new AssertionError("the listener's own fault");
        });
        assertThat(shop.yici.once(fresh(), "x", String.class, () -> "done").value())
                .isEqualTo("done");
        when(Kind.STALE_KEY, () -> {
            throw new AssertionError("the listener's own fault");
        });
        Operation old = Operation.named("keyed").by("alice").key("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        assertThatThrownBy(() -> shop.yici.once(old, "x", String.class, Shop::never))
                .isInstanceOf(io.yici.StaleKeyException.class);
        assertTheNextCallIsTrue();
    }

    @Test
    void aListenerMayAskForTheSameOperationAtOnce() {
        Operation operation = fresh();
        AtomicReference<Outcome.Kind> heard = new AtomicReference<>();
        when(
                Kind.EXECUTED,
                () -> heard.set(shop.yici
                        .once(operation, "x", String.class, Shop::never)
                        .kind()));
        shop.yici.once(operation, "x", String.class, () -> "done");
        assertThat(heard).hasValue(Outcome.Kind.REPLAYED);
    }

    @Test
    void aJoinedPartWhosePredicateFailsIsUndone() throws SQLException {
        Operation inner = fresh();
        Answer<String> failing = Answer.stored(String.class).committedUnrecordedOn((Throwable thrown) -> {
            throw new IllegalArgumentException("the predicate's own fault");
        });
        int orders = shop.orders();
        shop.yici.once(fresh(), "x", String.class, () -> {
            assertThatThrownBy(() -> shop.yici.once(inner, Fingerprint.of("x"), failing, connection -> {
                        shop.place(connection, Shop.ONE_TEA);
                        throw new IllegalStateException("the work's fault");
                    }))
                    .hasMessage("the predicate's own fault");
            return "fine";
        });
        assertThat(shop.orders()).isEqualTo(orders);
        assertThat(shop.yici.resolve(inner)).isEqualTo(Standing.ABSENT);
    }

    @Test
    void whatARebuildWasToldItHadDoneIsNotTakenBack() {
        Operation outer = fresh();
        Operation inner = fresh();
        Answer<String> answer = Answer.rebuilt(
                value -> value,
                reference -> shop.yici
                        .once(inner, "x", String.class, () -> reference)
                        .value());
        shop.yici.once(outer, Fingerprint.of("x"), answer, () -> "first");
        assertThat(shop.yici
                        .once(outer, Fingerprint.of("x"), answer, Shop::never)
                        .value())
                .isEqualTo("first");
        assertThat(shop.yici.resolve(inner)).isEqualTo(Standing.FINISHED);
    }

    @Test
    void aRejectionDeclaredUnrecordedCommitsWhatWasWrittenAndRecordsNothing() {
        Operation operation = fresh();
        Answer<String> answer = Answer.stored(String.class).committedUnrecordedOn(Rejection.class);
        int orders = shop.orders();
        for (int call = 1; call <= 2; call++) {
            assertThatThrownBy(() -> shop.yici.once(operation, Fingerprint.of("x"), answer, connection -> {
                        shop.place(connection, Shop.ONE_TEA);
                        throw Rejection.of("wrong-password", "Try again.");
                    }))
                    .isInstanceOf(Rejection.class);
            assertThat(shop.orders()).isEqualTo(orders + call);
        }
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    @Test
    void workThatWouldEndTheTransactionIsStoppedAndNothingOfItStays() {
        Operation operation = fresh();
        int orders = shop.orders();
        assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, connection -> {
                    shop.place(connection, Shop.ONE_TEA);
                    connection.commit();
                    return "never";
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("commit()");
        assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, connection -> {
                    try (var mine = connection) {
                        shop.place(mine, Shop.ONE_TEA);
                    }
                    return "never";
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("close()");
        assertThat(shop.orders()).isEqualTo(orders);
        // Another engine, so that a lock left on a pooled session would show.
        try (JdbcYici other = JdbcYici.on(shop.pool).withoutScheduledCleanUp().build()) {
            assertThat(other.once(operation, "x", String.class, () -> "free").replayed())
                    .isFalse();
        }
    }

    @Test
    void textThatHasNoBytesOfItsOwnIsRefusedWhereverItWouldCollide() {
        assertThatThrownBy(() -> Fingerprint.of("a\ud800")).isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> Operation.named("a").by("b").scope("x\ud800").key("k"))
                .isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> Rejection.of("c", "m\udc00")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingIsNotANumberAndThatIsFoundBeforeTheCommit() {
        Operation operation = fresh();
        assertThatThrownBy(() -> shop.yici.once(
                        operation, Fingerprint.of("x"), Answer.<Integer>storedAs(int.class), HostileWorkTest::nothing))
                .isInstanceOf(UnstorableAnswerException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    @Test
    void aReasonThatIsTooLongIsRefusedBeforeAnything() {
        Operation operation = fresh();
        shop.yici.once(operation, "x", String.class, () -> "done");
        assertThatThrownBy(() -> shop.yici.forget(operation, "me", "x".repeat(1001)))
                .isInstanceOf(InvalidOperationException.class);
        assertThat(shop.yici.forget(operation, "me", "x".repeat(1000))).isEqualTo(Standing.FINISHED);
    }

    @Test
    void aPoolThatReadsWhatIsNotCommittedIsRefusedAtStart() {
        if (ground.database() == TestDatabase.POSTGRESQL || ground.hasOneWriter()) {
            return; // they never read what is not committed, whatever the level is called
        }
        var pool = shop.database.pool(2, config -> config.setTransactionIsolation("TRANSACTION_READ_UNCOMMITTED"));
        assertThatThrownBy(() -> JdbcYici.on(pool).build())
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("READ UNCOMMITTED");
    }

    @Test
    void aDeferredTriggerThatRaisesIsARefusedCommitAndNotALostConnection() {
        if (ground.database() != TestDatabase.POSTGRESQL) {
            return; // nobody else has deferred triggers
        }
        shop.execute(
                "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
                "create table refusing (id int)",
                "create constraint trigger refusing after insert on refusing deferrable initially deferred"
                        + " for each row execute function refuse()");
        Operation operation = fresh();
        assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, connection -> {
                    try (var statement = connection.createStatement()) {
                        statement.execute("insert into refusing values (1)");
                    }
                    return "never";
                }))
                .isInstanceOf(CommitRefusedException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    private static void assertTheNextCallIsTrue() {
        int orders = shop.orders();
        AtomicBoolean replayed = new AtomicBoolean(true);
        try {
            replayed.set(shop.yici
                    .once(
                            fresh(),
                            "x",
                            String.class,
                            connection -> shop.place(connection, Shop.ONE_TEA).orderNo())
                    .replayed());
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
        assertThat(replayed).isFalse();
        assertThat(shop.orders()).isEqualTo(orders + 1);
        assertThat(shop.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    private static void when(Kind kind, Runnable action) {
        EVENT.set(kind);
        ON_EVENT.set(action);
    }

    private static Operation fresh() {
        return Shop.order(Shop.freshKey());
    }

    @SuppressWarnings("NullAway") // null where there must be a number
    private static <T> T nothing() {
        return null;
    }
}
