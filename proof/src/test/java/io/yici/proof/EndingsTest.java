package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Answer;
import io.yici.AnswerNotKeptException;
import io.yici.ExpiredException;
import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.MismatchException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.StaleKeyException;
import io.yici.Standing;
import io.yici.UnreadableRecordException;
import io.yici.UnstorableAnswerException;
import io.yici.Work;
import io.yici.proof.Shop.Receipt;
import io.yici.test.RecordAgeing;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way a run can end, and what its repeat then meets, on each database. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class EndingsTest {
    private static final List<Kind> EVENTS = new CopyOnWriteArrayList<>();

    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        OperationSettings defaults = OperationSettings.defaults();
        shop = Shop.open(
                given,
                6,
                builder -> builder.listener(event -> EVENTS.add(event.kind()))
                        .operation("time.keyed", defaults.unseenKeysWithin(Duration.ofHours(1), Duration.ofMinutes(5)))
                        .operation("no.tombstone", defaults.refusesFor(Duration.ZERO))
                        .operation("observed", defaults.mode(OperationSettings.Mode.OBSERVE)));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Test
    void aRejectionUndoesTheWorkIsRecordedAndIsThrownAgainEqual() {
        Operation operation = Shop.order(Shop.freshKey());
        int orders = shop.orders();
        AtomicInteger runs = new AtomicInteger();
        for (int call = 0; call < 3; call++) {
            assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, connection -> {
                        runs.incrementAndGet();
                        shop.place(connection, Shop.ONE_TEA);
                        throw Rejection.of("limit", "Über dem Limit 上限").with("limit", "10");
                    }))
                    .isEqualTo(Rejection.of("limit", "Über dem Limit 上限").with("limit", "10"))
                    .satisfies(refused ->
                            assertThat(((Rejection) refused).recorded()).isTrue());
        }
        assertThat(runs).hasValue(1);
        assertThat(shop.orders()).isEqualTo(orders);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.REJECTED);
    }

    @Test
    void anAnswerThatRefusesUndoesTheWorkIsRecordedAndIsGivenAgain() throws SQLException {
        Operation operation = Shop.order(Shop.freshKey());
        int orders = shop.orders();
        Answer<String> refusing = Answer.stored(String.class).undoneWhen(answer -> answer.startsWith("no"));
        Outcome<String> first = shop.yici.once(operation, Fingerprint.of("x"), refusing, connection -> {
            shop.place(connection, Shop.ONE_TEA);
            return "no: over the limit";
        });
        assertThat(first).isEqualTo(new Outcome<>("no: over the limit", Outcome.Kind.EXECUTED));
        assertThat(shop.orders()).isEqualTo(orders);
        assertThat(shop.yici.once(operation, Fingerprint.of("x"), refusing, connection -> Shop.never()))
                .isEqualTo(new Outcome<>("no: over the limit", Outcome.Kind.REPLAYED));
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.REJECTED);
        assertThat(shop.yici
                        .once(Shop.order(Shop.freshKey()), Fingerprint.of("x"), refusing, connection -> "yes")
                        .value())
                .isEqualTo("yes");
    }

    @Test
    void workThatUsesSomethingUpIsNotRunAgainAfterAConflict() throws Exception {
        Operation operation = Shop.order(Shop.freshKey());
        AtomicInteger runs = new AtomicInteger();
        Work<String, Exception> once = new Work<>() {
            @Override
            public String run() throws Exception {
                runs.incrementAndGet();
                throw shop.conflict();
            }

            @Override
            public boolean repeatable() {
                return false;
            }
        };
        assertThatThrownBy(() -> shop.yici.once(operation, Fingerprint.of("x"), Answer.stored(String.class), once))
                .isInstanceOf(SQLException.class);
        assertThat(runs).hasValue(1);
        assertThatThrownBy(() -> shop.yici.once(operation, Fingerprint.of("x"), Answer.stored(String.class), once::run))
                .isInstanceOf(SQLException.class);
        assertThat(runs).hasValueGreaterThan(2);
    }

    @Test
    void anyOtherExceptionPassesUnchangedAndLeavesTheKeyFree() throws SQLException {
        Operation operation = Shop.order(Shop.freshKey());
        int orders = shop.orders();
        Exception own = new Exception("the user's own");
        assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, connection -> {
                    shop.place(connection, Shop.ONE_TEA);
                    throw own;
                }))
                .isSameAs(own);
        assertThat(shop.orders()).isEqualTo(orders);
        assertThat(shop.yici
                        .once(operation, "other content", String.class, () -> "ran")
                        .replayed())
                .isFalse();
    }

    @Test
    void nothingTextBytesAndNullAreReplayedAsWhatTheyWere() {
        Operation nothing = Shop.order(Shop.freshKey());
        Operation absent = Shop.order(Shop.freshKey());
        Operation text = Shop.order(Shop.freshKey());
        Operation bytes = Shop.order(Shop.freshKey());
        for (boolean replayed : new boolean[] {false, true}) {
            assertThat(shop.yici.once(nothing, Fingerprint.unchecked(), Answer.nothing(), EndingsTest::nothing))
                    .satisfies(outcome -> assertThat(outcome.replayed()).isEqualTo(replayed))
                    .satisfies(outcome -> assertThat(outcome.value()).isNull());
            Answer<Receipt> nullable = Answer.storedAs(Receipt.class);
            assertThat(shop.yici
                            .once(absent, Fingerprint.unchecked(), nullable, EndingsTest::nothing)
                            .value())
                    .isNull();
            assertThat(shop.yici
                            .once(text, "x", String.class, () -> " ü\u0000😀 ")
                            .value())
                    .isEqualTo(" ü\u0000😀 ");
            assertThat(shop.yici
                            .once(bytes, "x", byte[].class, () -> new byte[] {0, -1, 127, -128})
                            .value())
                    .containsExactly(0, -1, 127, -128);
        }
    }

    @Test
    void anAnswerThatCannotBeStoredIsFoundBeforeTheEffectCommits() {
        Operation operation = Shop.order(Shop.freshKey());
        int orders = shop.orders();
        assertThatThrownBy(() -> shop.yici.once(operation, "x", Unstorable.class, connection -> {
                    shop.place(connection, Shop.ONE_TEA);
                    return new Unstorable();
                }))
                .isInstanceOf(UnstorableAnswerException.class);
        assertThat(shop.orders()).isEqualTo(orders);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    @Test
    void aStoredAnswerThatCannotBeReadIsRefusedAndNotRunAgain() {
        Operation operation = Shop.order(Shop.freshKey());
        shop.yici.once(operation, "x", String.class, () -> "text");
        assertThatThrownBy(() -> shop.yici.once(operation, "x", Receipt.class, Shop::never))
                .isInstanceOf(UnreadableRecordException.class);
        damage(operation, "result_type = 'application/from-the-future'");
        assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, Shop::never))
                .isInstanceOf(UnreadableRecordException.class);
    }

    @Test
    void aRecordFromANewerVersionIsRefusedAndNotRunAgain() {
        for (String newer : List.of("format = 99", "state = 'hibernating'")) {
            Operation operation = Shop.order(Shop.freshKey());
            shop.yici.once(operation, "x", String.class, () -> "text");
            damage(operation, newer);
            assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, Shop::never))
                    .isInstanceOf(UnreadableRecordException.class);
            assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.UNRESOLVED);
        }
    }

    @Test
    void workDeclaredUnrecordedCommitsAndRunsAgain() throws SQLException {
        Answer<String> answer = Answer.stored(String.class).committedUnrecordedWhen("denied"::equals);
        Operation operation = Shop.order(Shop.freshKey());
        int orders = shop.orders();
        for (int call = 1; call <= 2; call++) {
            Outcome<String> outcome = shop.yici.once(operation, Fingerprint.of("x"), answer, connection -> {
                shop.place(connection, Shop.ONE_TEA);
                return "denied";
            });
            assertThat(outcome.kind()).isEqualTo(Outcome.Kind.UNRECORDED);
            assertThat(shop.orders()).isEqualTo(orders + call);
        }
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
        assertThat(shop.yici
                        .once(operation, Fingerprint.of("x"), answer, () -> "granted")
                        .value())
                .isEqualTo("granted");
        assertThat(shop.yici
                        .once(operation, Fingerprint.of("x"), answer, Shop::never)
                        .value())
                .isEqualTo("granted");
    }

    @Test
    void anExceptionDeclaredUnrecordedCommitsAndIsThrownOn() {
        Answer<String> answer = Answer.stored(String.class).committedUnrecordedOn(IllegalAccessException.class);
        Operation operation = Shop.order(Shop.freshKey());
        int orders = shop.orders();
        assertThatThrownBy(() -> shop.yici.once(operation, Fingerprint.of("x"), answer, connection -> {
                    shop.place(connection, Shop.ONE_TEA);
                    throw new IllegalAccessException("counted");
                }))
                .hasMessage("counted");
        assertThat(shop.orders()).isEqualTo(orders + 1);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    @Test
    void anAnswerByReferenceIsRebuiltAndNeverRunAgainWhenItsRowsAreGone() throws SQLException {
        Operation operation = Shop.order(Shop.freshKey());
        Answer<Receipt> answer = Answer.rebuilt(
                Receipt::orderNo,
                orderNo -> shop.number("select count(*) from orders where order_no = '" + orderNo + "'") == 1
                        ? new Receipt(orderNo, "rebuilt", 1)
                        : null);
        Receipt first = shop.yici
                .once(operation, Fingerprint.of("x"), answer, connection -> shop.place(connection, Shop.ONE_TEA))
                .value();
        Outcome<Receipt> again = shop.yici.once(operation, Fingerprint.of("x"), answer, Shop::never);
        assertThat(again.kind()).isEqualTo(Outcome.Kind.REBUILT);
        assertThat(again.value()).isEqualTo(new Receipt(first.orderNo(), "rebuilt", 1));
        shop.execute("delete from orders where order_no = '" + first.orderNo() + "'");
        assertThatThrownBy(() -> shop.yici.once(operation, Fingerprint.of("x"), answer, Shop::never))
                .isInstanceOf(AnswerNotKeptException.class);
    }

    @Test
    void pastItsTimeARepeatIsRefusedAndPastTheRefusalItRunsAsNew() {
        Operation operation = Shop.order(Shop.freshKey());
        RecordAgeing ageing = RecordAgeing.on(shop.pool);
        shop.yici.once(operation, "x", String.class, () -> "first");
        ageing.age(operation, Duration.ofDays(7).minusMinutes(5));
        assertThat(shop.yici.once(operation, "x", String.class, Shop::never).value())
                .isEqualTo("first");
        ageing.age(operation, Duration.ofMinutes(10));
        assertThatThrownBy(() -> shop.yici.once(operation, "x", String.class, Shop::never))
                .isInstanceOf(ExpiredException.class);
        assertThatThrownBy(() -> shop.yici.once(operation, "y", String.class, Shop::never))
                .isInstanceOf(MismatchException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.EXPIRED);
        ageing.age(operation, Duration.ofDays(30));
        assertThat(shop.yici.once(operation, "x", String.class, () -> "second").value())
                .isEqualTo("second");
        assertThat(shop.yici.once(operation, "x", String.class, Shop::never).value())
                .isEqualTo("second");
    }

    @Test
    void withoutATombstoneARepeatPastItsTimeRunsAsNew() {
        Operation operation = Operation.named("no.tombstone").by("alice").key(Shop.freshKey());
        shop.yici.once(operation, "x", String.class, () -> "first");
        RecordAgeing.on(shop.pool).age(operation, Duration.ofDays(7).plusSeconds(1));
        assertThat(shop.yici.once(operation, "x", String.class, () -> "second").value())
                .isEqualTo("second");
    }

    @Test
    void anOldUnseenTimeCarryingKeyIsRefusedAndAYoungOneRuns() {
        assertThatThrownBy(() -> shop.yici.once(timeKeyed(Duration.ofHours(-2)), "x", String.class, Shop::never))
                .isInstanceOf(StaleKeyException.class);
        assertThatThrownBy(() -> shop.yici.once(timeKeyed(Duration.ofMinutes(20)), "x", String.class, Shop::never))
                .isInstanceOf(InvalidOperationException.class);
        assertThatThrownBy(() -> shop.yici.once(
                        Operation.named("time.keyed")
                                .by("a")
                                .key(UUID.randomUUID().toString()),
                        "x",
                        String.class,
                        Shop::never))
                .isInstanceOf(InvalidOperationException.class)
                .hasMessageContaining("UUIDv7");
        Operation young = timeKeyed(Duration.ofMinutes(-30));
        assertThat(shop.yici.once(young, "x", String.class, () -> "ran").replayed())
                .isFalse();
        assertThat(shop.yici.once(young, "x", String.class, Shop::never).replayed())
                .isTrue();
    }

    @Test
    void aForgottenKeyRunsAsNewAndTheAuditSaysWhoAndWhy() {
        Operation operation = Shop.order(Shop.freshKey());
        shop.yici.once(operation, "x", String.class, () -> "first");
        int audits = shop.number("select count(*) from yici_audit");
        assertThat(shop.yici.forget(operation, "on-call Wei", "customer asked twice"))
                .isEqualTo(Standing.FINISHED);
        assertThat(shop.number("select count(*) from yici_audit")).isEqualTo(audits + 1);
        assertThat(shop.yici.once(operation, "y", String.class, () -> "second").value())
                .isEqualTo("second");
        assertThat(shop.yici.forget(Shop.order(Shop.freshKey()), "on-call Wei", "never was"))
                .isEqualTo(Standing.ABSENT);
    }

    @Test
    void observeModeAlwaysRunsTheWorkAndTellsWhatItWouldHaveDone() throws SQLException {
        Operation operation = Operation.named("observed").by("alice").key(Shop.freshKey());
        int orders = shop.orders();
        EVENTS.clear();
        for (int call = 0; call < 3; call++) {
            shop.yici.once(
                    operation,
                    call == 2 ? "other" : "x",
                    Receipt.class,
                    connection -> shop.place(connection, Shop.ONE_TEA));
        }
        assertThat(shop.orders()).isEqualTo(orders + 3);
        assertThat(EVENTS)
                .containsExactly(Kind.EXECUTED, Kind.WOULD_REPLAY, Kind.EXECUTED, Kind.WOULD_REFUSE, Kind.EXECUTED);
    }

    @Test
    void observeModeSurvivesAGuardThatFails() throws SQLException {
        Operation operation = Operation.named("observed").by("alice").key(Shop.freshKey());
        int orders = shop.orders();
        shop.execute("alter table yici_record rename to yici_record_away");
        try {
            shop.yici.once(operation, "x", Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA));
        } finally {
            shop.execute("alter table yici_record_away rename to yici_record");
        }
        assertThat(shop.orders()).isEqualTo(orders + 1);
    }

    @Test
    void aMissingTableIsNamedAndNothingIsExecuted() {
        shop.execute("alter table yici_record rename to yici_record_away");
        try {
            assertThatThrownBy(() -> shop.yici.once(Shop.order(Shop.freshKey()), "x", String.class, Shop::never))
                    .isInstanceOf(io.yici.SetupException.class)
                    .hasMessageContaining("createSchemaIfMissing");
        } finally {
            shop.execute("alter table yici_record_away rename to yici_record");
        }
    }

    @SuppressWarnings("NullAway") // the answer may be null; the checker does not follow the type argument
    private static <T> T nothing() {
        return null;
    }

    private void damage(Operation operation, String assignment) {
        try (var connection = shop.pool.getConnection();
                var update = connection.prepareStatement("update yici_record set " + assignment + " where id = ?")) {
            update.setBytes(1, operation.id().bytes());
            assertThat(update.executeUpdate()).isEqualTo(1);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private static Operation timeKeyed(Duration fromNow) {
        long millis = Instant.now().plus(fromNow).toEpochMilli();
        long random = UUID.randomUUID().getMostSignificantBits() & 0x0FFF;
        UUID key = new UUID(millis << 16 | 0x7000 | random, UUID.randomUUID().getLeastSignificantBits());
        return Operation.named("time.keyed").by("alice").key(key.toString());
    }

    /** Cannot be written as JSON. */
    public static final class Unstorable {
        public String getBroken() {
            throw new IllegalStateException("lazy");
        }
    }
}
