package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.NewStep;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.RecordState;
import io.yici.store.StepProgress;
import io.yici.store.StepState;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import io.yici.store.StoredValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every {@link OperationStore} owes. Extend it, supply a store with an empty or shared record table, and run it;
 * each test uses keys of its own, so that classes may share a table.
 */
public abstract class OperationStoreContract {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Completion DONE =
            new Completion(RecordState.FINISHED, "the answer".getBytes(StandardCharsets.UTF_8), "text/plain");

    /** The store under test, transactions of its own. */
    protected abstract OperationStore store();

    /** The data source below it, for ageing. */
    protected abstract DataSource dataSource();

    /** Name of the record table. */
    protected String recordTable() {
        return "yici_record";
    }

    /** Whether the database can tell a rival from any other writer; SQLite cannot. */
    protected boolean tellsRivals() {
        return true;
    }

    @Test
    void aNewOperationIsClaimedAndItsFinishIsReadBack() {
        NewRecord record = fresh();
        own(transaction -> {
            assertThat(transaction.joined()).isFalse();
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
            assertThat(transaction.finish(record.id(), record.attempt(), DONE)).isTrue();
            return true;
        });
        OperationRecord read = recorded(record);
        assertThat(read.id()).isEqualTo(record.id());
        assertThat(read.operation()).isEqualTo(record.operation().name());
        assertThat(read.state()).isEqualTo(RecordState.FINISHED);
        assertThat(read.attempt()).isEqualTo(record.attempt());
        assertThat(read.fingerprint()).isEqualTo(record.fingerprint());
        assertThat(read.result()).isEqualTo(DONE.result());
        assertThat(read.resultType()).isEqualTo("text/plain");
        assertThat(read.answersUntil() - read.createdAt()).isEqualTo(record.answersForMillis());
        assertThat(read.refusesUntil() - read.answersUntil()).isEqualTo(record.refusesForMillis());
        assertThat(read.readAt()).isGreaterThanOrEqualTo(read.createdAt());
        assertThat(read.expired()).isFalse();
    }

    @Test
    void anAbsentResultAndAnAbsentFingerprintAreReadBackAsAbsent() {
        NewRecord record = record(operation(), null);
        finished(record, Completion.withoutResult(RecordState.REJECTED, "yici/nothing"));
        OperationRecord read = recorded(record);
        assertThat(read.state()).isEqualTo(RecordState.REJECTED);
        assertThat(read.result()).isNull();
        assertThat(read.fingerprint()).isNull();
    }

    @Test
    void aLargeBinaryResultIsReadBackByteForByte() {
        byte[] large = new byte[1 << 20];
        for (int index = 0; index < large.length; index++) {
            large[index] = (byte) (index * 31 + (index >> 8));
        }
        NewRecord record = fresh();
        finished(record, new Completion(RecordState.FINISHED, large, "application/octet-stream"));
        assertThat(Arrays.equals(recorded(record).result(), large)).isTrue();
    }

    @Test
    void aRollBackFreesTheClaim() {
        NewRecord record = fresh();
        own(transaction -> {
            transaction.claim(record);
            return false;
        });
        finished(again(record), DONE);
    }

    @Test
    void aRecordedOperationLeavesTheTransactionUsable() {
        NewRecord first = fresh();
        finished(first, DONE);
        NewRecord second = fresh();
        own(transaction -> {
            assertThat(transaction.claim(again(first))).isInstanceOf(Claim.Recorded.class);
            assertThat(transaction.claim(second)).isInstanceOf(Claim.Claimed.class);
            assertThat(transaction.finish(second.id(), second.attempt(), DONE)).isTrue();
            return true;
        });
        assertThat(recorded(second).state()).isEqualTo(RecordState.FINISHED);
    }

    @Test
    void onlyTheAttemptThatClaimedMayFinishOrWithdraw() {
        NewRecord record = fresh();
        own(transaction -> {
            transaction.claim(record);
            assertThat(transaction.finish(record.id(), "another-attempt", DONE)).isFalse();
            assertThat(transaction.withdraw(record.id(), "another-attempt")).isFalse();
            assertThat(transaction.finish(record.id(), record.attempt(), DONE)).isTrue();
            assertThat(transaction.finish(record.id(), record.attempt(), DONE)).isFalse();
            assertThat(transaction.withdraw(record.id(), record.attempt())).isFalse();
            return true;
        });
        assertThat(recorded(record).attempt()).isEqualTo(record.attempt());
    }

    @Test
    void aClaimWithALeaseIsSeenRunningByOthersUntilItsEndIsWritten() {
        NewRecord record = fresh().leasedFor(60_000);
        own(transaction -> transaction.claim(record) instanceof Claim.Claimed);
        OperationRecord running = recorded(record);
        assertThat(running.state()).isEqualTo(RecordState.STARTED);
        assertThat(running.running()).isTrue();
        assertThat(running.leaseUntil() - running.createdAt()).isEqualTo(60_000);
        own(transaction -> transaction.finish(record.id(), record.attempt(), DONE));
        OperationRecord finished = recorded(record);
        assertThat(finished.state()).isEqualTo(RecordState.FINISHED);
        assertThat(finished.running()).isFalse();
    }

    @Test
    void onceItsLeaseIsOverAStartedRecordNoLongerCountsAsRunning() {
        NewRecord record = fresh().leasedFor(60_000);
        own(transaction -> transaction.claim(record) instanceof Claim.Claimed);
        RecordAgeing.on(dataSource(), recordTable()).age(record.operation(), Duration.ofMillis(60_001));
        OperationRecord abandoned = recorded(record);
        assertThat(abandoned.state()).isEqualTo(RecordState.STARTED);
        assertThat(abandoned.running()).isFalse();
    }

    @Test
    void onlyTheAttemptThatClaimedMayLeaveARunUnresolvedAndNothingFinishesItThen() {
        NewRecord record = fresh().leasedFor(60_000);
        own(transaction -> transaction.claim(record) instanceof Claim.Claimed);
        own(transaction -> {
            assertThat(transaction.leaveUnresolved(record.id(), again(record).attempt()))
                    .isFalse();
            return true;
        });
        assertThat(recorded(record).state()).isEqualTo(RecordState.STARTED);
        own(transaction -> {
            assertThat(transaction.leaveUnresolved(record.id(), record.attempt()))
                    .isTrue();
            return true;
        });
        assertThat(recorded(record).state()).isEqualTo(RecordState.UNRESOLVED);
        own(transaction -> {
            assertThat(transaction.finish(record.id(), record.attempt(), DONE)).isFalse();
            assertThat(transaction.withdraw(record.id(), record.attempt())).isFalse();
            return true;
        });
        assertThat(recorded(record).state()).isEqualTo(RecordState.UNRESOLVED);
    }

    @Test
    void anotherAttemptTakesOverOnlyWhatNobodyRunsAndTheFirstHasLostItThen() {
        NewRecord record = fresh().leasedFor(60_000);
        String second = again(record).attempt();
        own(transaction -> transaction.claim(record) instanceof Claim.Claimed);
        assertThat(retaken(record, record.attempt(), second)).isFalse();
        RecordAgeing.on(dataSource(), recordTable()).age(record.operation(), Duration.ofMillis(60_001));
        assertThat(retaken(record, again(record).attempt(), second)).isFalse();
        assertThat(retaken(record, record.attempt(), second)).isTrue();
        own(transaction -> {
            assertThat(transaction.extend(record.id(), record.attempt(), 60_000))
                    .isFalse();
            assertThat(transaction.extend(record.id(), second, 90_000)).isTrue();
            return true;
        });
        OperationRecord running = recorded(record);
        assertThat(running.attempt()).isEqualTo(second);
        assertThat(running.running()).isTrue();
        own(transaction -> transaction.leaveUnresolved(record.id(), second));
        assertThat(retaken(record, second, record.attempt())).isTrue();
    }

    @Test
    void evidenceEndsWhatRanOutsideWhoeverRunsItAndOnlyOnce() {
        NewRecord record = fresh().leasedFor(60_000);
        own(transaction -> transaction.claim(record) instanceof Claim.Claimed);
        own(transaction -> transaction.reopen(record.id()));
        assertThat(recorded(record).state()).isEqualTo(RecordState.UNRESOLVED);
        own(transaction -> {
            assertThat(transaction.lock(record.id())).isTrue();
            assertThat(transaction.conclude(record.id(), DONE)).isTrue();
            return true;
        });
        assertThat(recorded(record).result()).isEqualTo(DONE.result());
        NewRecord inside = fresh();
        finished(inside, DONE);
        for (NewRecord each : List.of(record, inside)) {
            own(transaction -> {
                assertThat(transaction.conclude(each.id(), DONE)).isFalse();
                assertThat(transaction.reopen(each.id())).isFalse();
                return true;
            });
        }
    }

    @Test
    void whoHasTheLockOfAnOperationHasItAlone() {
        if (!tellsRivals()) {
            return; // there, the one writer is the lock
        }
        NewRecord record = fresh();
        finished(record, DONE);
        own(transaction -> {
            assertThat(transaction.lock(record.id())).isTrue();
            StoreTransaction rival = store().beginApart();
            try {
                assertThat(rival.lock(record.id())).isFalse();
            } finally {
                rival.rollback();
            }
            return true;
        });
        own(transaction -> transaction.lock(record.id()));
    }

    @Test
    void aStepIsReadBackAndChangedOnlyByWhoSawItLast() {
        NewRecord record = fresh().leasedFor(60_000);
        String key = (UUID.randomUUID() + "-" + UUID.randomUUID()).substring(0, 64);
        StoredValue asked = new StoredValue("10 EUR".getBytes(StandardCharsets.UTF_8), "text/plain");
        own(transaction -> {
            transaction.claim(record);
            assertThat(transaction.steps().generations(record.id())).isZero();
            transaction.steps().insert(new NewStep(key, record.operation(), 1, asked, 2, 0, 60_000));
            return true;
        });
        own(transaction -> {
            StoredStep step = Objects.requireNonNull(transaction.steps().find(key));
            assertThat(step.id()).isEqualTo(record.id());
            assertThat(step.operation()).isEqualTo(record.operation().name());
            assertThat(step.input().bytes()).isEqualTo(asked.bytes());
            assertThat(step.state()).isEqualTo(StepState.INTENDED);
            assertThat(step.progress().tries()).isEqualTo(2);
            assertThat(step.keepUntil() - step.createdAt()).isEqualTo(60_000);
            assertThat(transaction.steps().hasOpen(record.id())).isTrue();
            Operation operation = Objects.requireNonNull(transaction.steps().operation(step));
            assertThat(operation).isEqualTo(record.operation());
            assertThat(operation.key()).isEqualTo(record.operation().key());
            assertThat(transaction.steps().due(List.of("another"), 10)).isEmpty();
            assertThat(transaction.steps().due(List.of("another", step.operation()), 1_000))
                    .anyMatch(due -> due.key().equals(key));
            StepProgress called = step.progress().called(step.readAt(), step.readAt() + 1_000);
            assertThat(transaction.steps().change(step, called)).isTrue();
            assertThat(transaction.steps().change(step, called))
                    .as("seen before")
                    .isFalse();
            assertThat(transaction.steps().change(step.changed(called), called)).isTrue();
            return true;
        });
        own(transaction -> {
            StoredStep step = Objects.requireNonNull(transaction.steps().latest(record.id()));
            assertThat(step.state()).isEqualTo(StepState.CALLED);
            assertThat(step.progress().firstCalledAt())
                    .isEqualTo(step.progress().calledAt())
                    .isPositive();
            StepProgress ended =
                    step.progress().ended(StepState.DONE, step.readAt(), step.keepUntil(), "r".repeat(2_000));
            return transaction.steps().change(step, ended);
        });
        own(transaction -> {
            StoredStep step = Objects.requireNonNull(transaction.steps().current(key));
            assertThat(step.progress().ended()).isEqualTo(StepState.DONE);
            assertThat(step.progress().reason()).hasSize(StepProgress.REASON_LENGTH);
            assertThat(step.input().bytes()).as("not kept once it has ended").isNull();
            assertThat(transaction.steps().hasOpen(record.id())).isFalse();
            return true;
        });
    }

    private boolean retaken(NewRecord record, String seen, String attempt) {
        boolean[] taken = new boolean[1];
        own(transaction -> {
            assertThat(transaction.lock(record.id())).isTrue();
            taken[0] = transaction.retake(record.id(), seen, attempt, 60_000);
            return true;
        });
        return taken[0];
    }

    @Test
    void aWithdrawnClaimLeavesNothing() {
        NewRecord record = fresh();
        own(transaction -> {
            transaction.claim(record);
            return transaction.withdraw(record.id(), record.attempt());
        });
        finished(again(record), DONE);
    }

    @Test
    void aRivalInFlightIsToldAtOnceAndItsCommitIsThenSeen() throws Exception {
        NewRecord record = fresh();
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread holder = new Thread(() -> own(transaction -> {
            transaction.claim(record);
            claimed.countDown();
            await(go);
            return transaction.finish(record.id(), record.attempt(), DONE);
        }));
        holder.start();
        await(claimed);
        if (tellsRivals()) {
            assertThat(tried(again(record))).isInstanceOfAny(Claim.InFlight.class, Claim.Busy.class);
        }
        go.countDown();
        holder.join(LIMIT.toMillis());
        assertThat(recorded(record).attempt()).isEqualTo(record.attempt());
    }

    @Test
    void ofEightThreadsOneClaimsANewKey() {
        NewRecord record = fresh();
        List<Race.Finish<Boolean>> finishes =
                Race.within(LIMIT).run(8, runner -> () -> claimedAndFinished(again(record)));
        assertThat(finishes).allMatch(Race.Finish::returned);
        assertThat(finishes.stream().filter(finish -> Boolean.TRUE.equals(finish.value())))
                .hasSize(1);
    }

    @Test
    void whenTheFirstHolderRollsBackExactlyOneOfTheRivalsClaims() {
        for (int round = 0; round < 20; round++) {
            NewRecord record = fresh();
            CountDownLatch claimed = new CountDownLatch(1);
            List<Race.Finish<Boolean>> finishes = Race.within(LIMIT).run(3, runner -> () -> {
                if (runner == 0) {
                    own(transaction -> {
                        transaction.claim(again(record));
                        claimed.countDown();
                        return false;
                    });
                    return false;
                }
                await(claimed);
                return claimedAndFinished(again(record));
            });
            assertThat(finishes).allMatch(Race.Finish::returned);
            assertThat(finishes.stream().filter(finish -> Boolean.TRUE.equals(finish.value())))
                    .hasSize(1);
        }
    }

    @Test
    void keysThatDifferInCaseAccentBlankOrLateCharactersAreDifferentOperations() {
        String stem = "k-" + UUID.randomUUID() + "-";
        String longStem = stem + "x".repeat(200);
        List<String> keys = List.of(
                stem + "a",
                stem + "A",
                stem + "á",
                stem + "a\u0301",
                stem + "a ",
                stem + " a",
                stem + "ａ",
                stem + "ß",
                stem + "ss",
                stem + "😀",
                stem + "😁",
                longStem + "1",
                longStem + "2",
                stem + "%",
                stem + "_",
                stem + "'; drop table yici_record; --",
                stem + "\\");
        List<NewRecord> records = new ArrayList<>();
        for (String key : keys) {
            records.add(record(Operation.named("contract.keys").by("contract").key(key), null));
        }
        for (NewRecord record : records) {
            finished(
                    record,
                    new Completion(RecordState.FINISHED, record.attempt().getBytes(StandardCharsets.UTF_8), "t"));
        }
        for (NewRecord record : records) {
            assertThat(recorded(record).attempt()).isEqualTo(record.attempt());
        }
    }

    @Test
    void pastItsTimeARecordIsExpiredAndPastItsRefusalItIsTakenOver() {
        NewRecord record = fresh();
        finished(record, DONE);
        RecordAgeing ageing = RecordAgeing.on(dataSource(), recordTable());
        ageing.age(record.operation(), Duration.ofMillis(record.answersForMillis() + 1));
        assertThat(recorded(record).expired()).isTrue();
        ageing.age(record.operation(), Duration.ofMillis(record.refusesForMillis() + 1));
        List<Race.Finish<Boolean>> finishes =
                Race.within(LIMIT).run(4, runner -> () -> claimedAndFinished(again(record)));
        assertThat(finishes).allMatch(Race.Finish::returned);
        assertThat(finishes.stream().filter(finish -> Boolean.TRUE.equals(finish.value())))
                .hasSize(1);
        assertThat(recorded(record).expired()).isFalse();
    }

    @Test
    void aTakenOverRecordIsThereAgainWhenTheTakeOverRollsBack() {
        NewRecord record = fresh();
        finished(record, DONE);
        RecordAgeing.on(dataSource(), recordTable())
                .age(record.operation(), Duration.ofMillis(record.answersForMillis() + record.refusesForMillis() + 1));
        own(transaction -> {
            assertThat(transaction.claim(again(record))).isInstanceOf(Claim.Claimed.class);
            return false;
        });
        finished(again(record), DONE);
    }

    @Test
    void theOwnAttemptFoundAgainIsAClaim() {
        NewRecord record = fresh();
        own(transaction -> {
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
            return transaction.finish(record.id(), record.attempt(), DONE);
        });
        assertThat(recorded(record).attempt()).isEqualTo(record.attempt());
    }

    @Test
    void anInnerBeginJoinsAndItsRollBackUndoesOnlyItsPart() {
        NewRecord outer = fresh();
        NewRecord inner = fresh();
        own(transaction -> {
            transaction.claim(outer);
            StoreTransaction part = store().begin();
            assertThat(part.joined()).isTrue();
            assertThat(part.claim(inner)).isInstanceOf(Claim.Claimed.class);
            assertThat(part.rollback()).isTrue();
            return transaction.finish(outer.id(), outer.attempt(), DONE);
        });
        assertThat(recorded(outer).attempt()).isEqualTo(outer.attempt());
        finished(again(inner), DONE);
    }

    @Test
    void aShieldedStepThatFailsLeavesTheTransactionUsable() {
        NewRecord record = fresh();
        own(transaction -> {
            assertThat(transaction.shielded(() -> {
                        transaction.claim(record);
                        return false;
                    }))
                    .isFalse();
            assertThat(transaction.claim(again(record))).isInstanceOf(Claim.Claimed.class);
            return false;
        });
    }

    @Test
    void forgettingDeletesARecordAndSaysWhatWasThere() {
        NewRecord record = fresh();
        finished(record, DONE);
        assertThat(forgotten(again(record))).isInstanceOf(Claim.Recorded.class);
        assertThat(forgotten(again(record))).isInstanceOf(Claim.Claimed.class);
        finished(again(record), DONE);
    }

    @Test
    void theClockIsTheDatabasesAndGoesOn() {
        own(transaction -> {
            long before = transaction.now();
            assertThat(transaction.now()).isGreaterThanOrEqualTo(before);
            assertThat(Math.abs(before - System.currentTimeMillis()))
                    .isLessThan(Duration.ofHours(1).toMillis());
            return false;
        });
    }

    /** Runs one transaction; commits when {@code steps} says true. */
    private void own(Function<StoreTransaction, Boolean> steps) {
        StoreTransaction transaction = store().begin();
        boolean commit = false;
        try {
            commit = steps.apply(transaction);
        } finally {
            if (commit) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }

    private void finished(NewRecord record, Completion completion) {
        own(transaction -> {
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
            return transaction.finish(record.id(), record.attempt(), completion);
        });
    }

    /** Tries until the operation is claimed, then finishes it (true), or found recorded (false). */
    private boolean claimedAndFinished(NewRecord record) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                StoreTransaction transaction = store().begin();
                boolean ended = false;
                try {
                    Claim claim = transaction.claim(record);
                    if (claim instanceof Claim.Recorded) {
                        return false;
                    }
                    if (claim instanceof Claim.Claimed) {
                        assertThat(transaction.finish(record.id(), record.attempt(), DONE))
                                .isTrue();
                        ended = true;
                        transaction.commit();
                        return true;
                    }
                } finally {
                    if (!ended) {
                        transaction.rollback();
                    }
                }
            } catch (StoreException conflict) {
                assertThat(conflict.failure()).isEqualTo(io.yici.store.Failure.CONFLICT);
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("neither claimed nor recorded within " + LIMIT);
    }

    private Claim tried(NewRecord record) {
        StoreTransaction transaction = store().begin();
        try {
            return transaction.claim(record);
        } finally {
            transaction.rollback();
        }
    }

    private OperationRecord recorded(NewRecord record) {
        Claim claim = tried(again(record));
        assertThat(claim).isInstanceOf(Claim.Recorded.class);
        return ((Claim.Recorded) claim).record();
    }

    private Claim forgotten(NewRecord probe) {
        StoreTransaction apart = store().beginApart();
        Claim found = apart.forget(probe, "contract", "proves that forgetting works");
        apart.commit();
        return found;
    }

    private static NewRecord fresh() {
        return record(operation(), Fingerprint.of("content").stored());
    }

    private static Operation operation() {
        return Operation.named("contract.order")
                .by("contract")
                .key(UUID.randomUUID().toString());
    }

    private static NewRecord again(NewRecord record) {
        return record(record.operation(), record.fingerprint());
    }

    private static NewRecord record(Operation operation, byte @Nullable [] fingerprint) {
        String attempt = UUID.randomUUID().toString().replace("-", "");
        return new NewRecord(operation, fingerprint, attempt, null, 60_000, 600_000);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }
}
