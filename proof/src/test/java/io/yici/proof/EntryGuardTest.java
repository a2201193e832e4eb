package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.InProgressException;
import io.yici.MismatchException;
import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.Outcome;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.Standing;
import io.yici.StoreUnavailableException;
import io.yici.external.Taken;
import io.yici.guard.EntryGuard.Entry;
import io.yici.guard.EntryRules.WhenUnavailable;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.JoinedYici;
import io.yici.test.Race;
import io.yici.test.ScriptedEntryGuard;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The entry guard keeps rivals away and decides nothing: cases B37 to B39, on each database. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class EntryGuardTest {
    private static final Fingerprint ASKED = Fingerprint.of("pay 10");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final ScriptedEntryGuard GUARD = new ScriptedEntryGuard();
    private static final Queue<OperationEvent> EVENTS = new ConcurrentLinkedQueue<>();

    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        OperationSettings guarded =
                OperationSettings.defaults().waitsFor(Duration.ZERO).guardsEntry();
        shop = Shop.open(
                given,
                8,
                builder -> builder.defaults(guarded)
                        .operation("patient", guarded.waitsFor(Duration.ofSeconds(30)))
                        .operation("passing", guarded.entry(guarded.entry().whenUnavailable(WhenUnavailable.PASS)))
                        .operation("watched", guarded.mode(Mode.OBSERVE))
                        .operation("free", OperationSettings.defaults())
                        .entryGuard(GUARD)
                        .listener(EVENTS::add));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @BeforeEach
    void forget() {
        GUARD.recover();
        GUARD.forgetAll();
        EVENTS.clear();
    }

    @Test
    void aRunEntersAndLeavesOnceItsTransactionHasEnded() {
        Operation operation = fresh("pay");
        Outcome<String> outcome = shop.yici.once(operation, ASKED, Answer.stored(String.class), connection -> {
            assertThat(GUARD.isHeld(operation.id())).isTrue();
            return "paid";
        });
        assertThat(outcome.replayed()).isFalse();
        assertThat(GUARD.isHeld(operation.id())).isFalse();
    }

    @Test
    void aRunThatFailsOrIsRefusedLeavesToo() {
        Operation failing = fresh("pay");
        assertThatThrownBy(() -> shop.yici.once(failing, ASKED, Answer.stored(String.class), connection -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        Operation rejected = fresh("pay");
        assertThatThrownBy(() -> shop.yici.once(rejected, ASKED, Answer.stored(String.class), connection -> {
                    throw Rejection.of("broke", "No money.");
                }))
                .isInstanceOf(Rejection.class);
        assertThat(GUARD.isHeld(failing.id())).isFalse();
        assertThat(GUARD.isHeld(rejected.id())).isFalse();
    }

    /** Occupied is no evidence that anything was done, and takes no claim: nothing but "in progress" may be said. */
    @Test
    void anOccupiedEntryWithoutARecordIsInProgress() {
        Operation operation = fresh("pay");
        Entry held = GUARD.enter(operation.id(), LONG);
        assertThat(held).isInstanceOf(Entry.Entered.class);
        assertThatThrownBy(() -> paid(operation)).isInstanceOf(InProgressException.class);
        assertThatThrownBy(() -> shop.yici.external().take(operation, ASKED, Answer.stored(String.class)))
                .isInstanceOf(InProgressException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    /** Its holder died after the commit: the record answers, though the entry says somebody is inside. */
    @Test
    void anOccupiedEntryWithARecordIsReplayed() {
        Operation operation = fresh("pay");
        assertThat(paid(operation).replayed()).isFalse();
        GUARD.enter(operation.id(), LONG);
        assertThat(paid(operation)).isEqualTo(new Outcome<>("paid", Outcome.Kind.REPLAYED));
        assertThatThrownBy(() ->
                        shop.yici.once(operation, Fingerprint.of("pay 11"), Answer.stored(String.class), Shop::never))
                .isInstanceOf(MismatchException.class);
        assertThat(shop.yici.external().take(operation, ASKED, Answer.stored(String.class)))
                .isEqualTo(new Taken.Answered<>(new Outcome<>("paid", Outcome.Kind.REPLAYED)));
    }

    /** Its holder died, or gave it up: what may be resumed is resumed, though the entry says somebody is inside. */
    @Test
    void anOccupiedEntryDoesNotKeepAnOpenRunFromBeingResumed() {
        Operation operation = fresh("pay");
        Taken<String> first = shop.yici.external().take(operation, ASKED, Answer.stored(String.class), true);
        ((Taken.Running<String>) first).leaveUnresolved(null);
        GUARD.enter(operation.id(), LONG);
        assertThatThrownBy(() -> shop.yici.external().take(operation, ASKED, Answer.stored(String.class)))
                .isInstanceOf(OutcomeUnknownException.class);
        Taken<String> second = shop.yici.external().take(operation, ASKED, Answer.stored(String.class), true);
        assertThat(second).isInstanceOf(Taken.Running.class);
        assertThatThrownBy(() -> shop.yici.external().take(operation, ASKED, Answer.stored(String.class), true))
                .isInstanceOf(InProgressException.class);
        ((Taken.Running<String>) second).finish("paid");
        assertThat(shop.yici.external().take(operation, ASKED, Answer.stored(String.class), true))
                .isEqualTo(new Taken.Answered<>(new Outcome<>("paid", Outcome.Kind.REPLAYED)));
    }

    @Test
    void anOccupiedEntryDoesNotKeepAnAnswerFromBeingRebuilt() {
        Operation operation = fresh("pay");
        Answer<String> rebuilt = Answer.rebuilt(paid -> "row-1", row -> "rebuilt from " + row);
        shop.yici.once(operation, ASKED, rebuilt, connection -> "paid");
        GUARD.enter(operation.id(), LONG);
        assertThat(shop.yici.once(operation, ASKED, rebuilt, Shop::never))
                .isEqualTo(new Outcome<>("rebuilt from row-1", Outcome.Kind.REBUILT));
    }

    @Test
    void aPatientCallEntersWhenTheHolderLeaves() throws Exception {
        Operation operation = fresh("patient");
        Entry held = GUARD.enter(operation.id(), LONG);
        int asked = GUARD.asked();
        CompletableFuture<Outcome<String>> waiting = CompletableFuture.supplyAsync(() -> paid(operation));
        while (GUARD.asked() < asked + 3 && !waiting.isDone()) {
            Thread.onSpinWait();
        }
        assertThat(waiting).isNotDone();
        ((Entry.Entered) held).close();
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome<>("paid", Outcome.Kind.EXECUTED));
    }

    /** The entry's time is over while its holder still runs: the database decides, and one run it is. */
    @Test
    void anEntryWhoseTimeIsOverLeavesTheDecisionToTheDatabase() {
        if (ground.hasOneWriter()) {
            return; // two nodes cannot be inside at once
        }
        Operation operation = fresh("pay");
        try (JdbcYici otherNode = JdbcYici.on(shop.pool)
                .defaults(OperationSettings.defaults().waitsFor(Duration.ZERO).guardsEntry())
                .entryGuard(GUARD)
                .withoutScheduledCleanUp()
                .build()) {
            shop.yici.once(operation, ASKED, Answer.stored(String.class), connection -> {
                GUARD.forgetAll();
                Race.Finish<Outcome<String>> rival = Race.within(LONG)
                        .<Outcome<String>>run(
                                1,
                                runner -> () -> otherNode.once(
                                        operation, ASKED, Answer.stored(String.class), own -> "paid twice"))
                        .get(0);
                assertThat(rival.thrown()).isInstanceOf(InProgressException.class);
                return "paid";
            });
        }
        assertThat(paid(operation)).isEqualTo(new Outcome<>("paid", Outcome.Kind.REPLAYED));
    }

    /** B39: closed by default, before anything ran, and open again by itself. */
    @Test
    void whileTheGuardCannotBeReachedNothingRuns() {
        GUARD.fail(new IOException("gone"));
        Operation operation = fresh("pay");
        assertThatThrownBy(() -> shop.yici.once(operation, ASKED, Answer.stored(String.class), Shop::never))
                .isInstanceOf(StoreUnavailableException.class)
                .hasRootCauseMessage("gone");
        assertThatThrownBy(() -> shop.yici.external().take(operation, ASKED, Answer.stored(String.class)))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(EVENTS).extracting(OperationEvent::kind).containsOnly(Kind.GUARD_UNAVAILABLE);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
        GUARD.recover();
        assertThat(paid(operation).replayed()).isFalse();
    }

    /** B39: by choice of the operation the database decides alone, and everybody is told. */
    @Test
    void whereItMayPassTheDatabaseDecidesAlone() {
        GUARD.fail(new IOException("gone"));
        Operation operation = fresh("passing");
        List<Race.Finish<Outcome<String>>> finishes = Race.within(LONG).run(8, runner -> () -> paid(operation));
        assertThat(finishes.stream()
                        .filter(finish ->
                                finish.value() != null && !finish.value().replayed()))
                .hasSize(1);
        assertThat(EVENTS).extracting(OperationEvent::kind).contains(Kind.GUARD_UNAVAILABLE);
    }

    /** The guard is asked by the one call that leads; the others wait in memory, and ask nobody. */
    @Test
    void ofManyCallsInOneProcessOneAsks() {
        Operation operation = fresh("patient");
        int asked = GUARD.asked();
        List<Race.Finish<Outcome<String>>> finishes = Race.within(LONG).run(8, runner -> () -> paid(operation));
        assertThat(finishes.stream().filter(finish -> !finish.answer().replayed()))
                .hasSize(1);
        assertThat(GUARD.asked() - asked).isBetween(1, 8);
        assertThat(GUARD.isHeld(operation.id())).isFalse();
    }

    @Test
    void workThatLeavesTheDatabaseHoldsTheEntryUntilItsEnd() {
        for (int end = 0; end < 3; end++) {
            Operation operation = fresh("pay");
            Taken.Running<String> run =
                    (Taken.Running<String>) shop.yici.external().take(operation, ASKED, Answer.stored(String.class));
            assertThat(GUARD.isHeld(operation.id())).isTrue();
            assertThatThrownBy(() -> shop.yici.external().take(operation, ASKED, Answer.stored(String.class)))
                    .isInstanceOf(InProgressException.class);
            switch (end) {
                case 0 -> run.finish("paid");
                case 1 -> run.withdraw();
                default -> run.leaveUnresolved(null);
            }
            assertThat(GUARD.isHeld(operation.id())).isFalse();
        }
    }

    /** A call inside a transaction is past the entry: it would wait for others while it holds a connection. */
    @Test
    void aCallInsideATransactionDoesNotAsk() throws Exception {
        GUARD.fail(new IOException("gone"));
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = shop.yici.joining(connection)) {
                joined.once(fresh("pay"), ASKED, Answer.stored(String.class), () -> "paid");
                connection.commit();
            }
        }
    }

    @Test
    void anOperationThatDoesNotAskForItIsNotStopped() {
        GUARD.fail(new IOException("gone"));
        assertThat(paid(fresh("free")).replayed()).isFalse();
        assertThat(paid(fresh("watched")).replayed()).isFalse();
    }

    /** B39: never the memory of one process in place of what is not there. */
    @Test
    void whoAsksForAGuardThatIsNotThereDoesNotStart() {
        assertThatThrownBy(() -> JdbcYici.on(shop.pool)
                        .operation("pay", OperationSettings.defaults().guardsEntry())
                        .build())
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("'pay' asks for the entry guard");
    }

    private static Outcome<String> paid(Operation operation) {
        return shop.yici.once(operation, ASKED, Answer.stored(String.class), connection -> "paid");
    }

    private static Operation fresh(String name) {
        return Operation.named(name).by("alice").key(Shop.freshKey());
    }
}
