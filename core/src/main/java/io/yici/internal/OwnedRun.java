package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.store.Claim;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.Failure;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.RecordState;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run in transactions the engine begins itself: claim, work, finish, commit; again after a conflict, and waiting,
 * without a connection, while a rival runs. Used once, by one thread.
 */
final class OwnedRun<T extends @Nullable Object, X extends Exception> {
    private final Engine engine;
    private final OperationStore store;
    private final Call<T, X> call;
    private final boolean mayWait;

    private final Pause afterConflict = new Pause(10);
    private final Pause forRival = new Pause(5);
    private int conflicts;
    private boolean entered;
    private @Nullable Refused<T> refused;
    private final long forgetsBefore;
    private @Nullable OperationRecord committed;
    private @Nullable Kind done;

    OwnedRun(Engine engine, OperationStore store, Call<T, X> call, boolean mayWait) {
        this.engine = engine;
        this.store = store;
        this.call = call;
        this.mayWait = mayWait;
        this.forgetsBefore = engine.forgets();
    }

    /** The record this run found or committed, or null when there is none to share. */
    @Nullable OperationRecord committed() {
        return committed;
    }

    Outcome<T> run() throws X {
        return startingWith(null);
    }

    /** Runs in a transaction that has just been begun, or begins one; and in others after it where it has to. */
    Outcome<T> startingWith(@Nullable StoreTransaction first) throws X {
        StoreTransaction transaction = first;
        while (true) {
            Outcome<T> outcome = transaction == null ? attempt() : attempt(transaction);
            if (outcome != null) {
                return outcome;
            }
            transaction = null;
        }
    }

    private @Nullable Outcome<T> attempt() throws X {
        StoreTransaction transaction;
        try {
            transaction = store.begin();
        } catch (StoreException notHad) {
            again(notHad); // SQLite takes its one writer's lock here, and may find it busy
            return null;
        }
        return attempt(transaction);
    }

    private @Nullable Outcome<T> attempt(StoreTransaction begun) throws X {
        try (EndedTransaction transaction = new EndedTransaction(begun)) {
            return attempt(transaction);
        }
    }

    /**
     * One transaction, from the claim to its end; null when another one has to be tried, after the pause taken here.
     */
    private @Nullable Outcome<T> attempt(EndedTransaction transaction) throws X {
        String attempt = engine.attempts.get();
        Claim claim;
        try {
            claim = transaction.claim(call.newRecord(attempt));
        } catch (StoreException failed) {
            transaction.rollback();
            again(failed);
            return null;
        }
        if (claim instanceof Claim.Claimed) {
            return refused == null
                    ? work(transaction, attempt)
                    : finish(transaction, attempt, refused.completion(), refused.answer());
        }
        if (claim instanceof Claim.Recorded recorded) {
            return replay(transaction, recorded.record());
        }
        transaction.rollback();
        if (claim instanceof Claim.Busy busy) {
            again(new StoreException(Failure.CONFLICT, busy.reason(), null));
            return null;
        }
        return awaitRival();
    }

    private @Nullable Outcome<T> replay(EndedTransaction transaction, OperationRecord record) {
        if (record.running()) {
            transaction.rollback();
            return awaitRival();
        }
        engine.odds.repeated(call.operation().name());
        if (call.answer().reference() == null) {
            transaction.rollback();
            committed = record;
            engine.remember(record, forgetsBefore);
            return engine.replays.answer(call, record);
        }
        Outcome<T> rebuilt = engine.replays.answer(call, record);
        try {
            transaction.commit(); // what a rebuild did, and was told it had done, must not be taken back
        } catch (StoreException failed) {
            again(failed);
            return null;
        }
        return rebuilt;
    }

    private @Nullable Outcome<T> awaitRival() {
        return engine.awaitRival(call, forRival, mayWait);
    }

    /** Tells what was committed; called once the run is over and nobody waits for this thread any more. */
    void tell() {
        if (done != null) {
            engine.events.tell(done, call, refused == null ? null : refused.rejection());
        }
    }

    /** Counts a conflict and pauses; refuses when there were too many, or when it was none. */
    private void again(StoreException failed) {
        if (failed.failure() != Failure.CONFLICT) {
            throw engine.refusals.store(call, failed);
        }
        if (!mayTryAgain(failed)) {
            throw engine.refusals.busy(call, failed.message(), failed);
        }
    }

    private boolean mayTryAgain(Throwable conflict) {
        if (conflicts >= call.settings().retries() || !mayRunAgain()) {
            return false;
        }
        conflicts++;
        engine.events.tell(Kind.RETRIED, call, conflict);
        return afterConflict.take(Duration.ofSeconds(1));
    }

    /** What is left to do after the work was refused may always be tried again; the work itself only if it allows. */
    private boolean mayRunAgain() {
        return refused != null || !entered || call.repeatable();
    }

    private @Nullable Outcome<T> work(EndedTransaction transaction, String attempt) throws X {
        if (!isYoung(transaction)) {
            return null;
        }
        entered = true;
        T value;
        Completion completion;
        boolean workEnded = false;
        try {
            value = RunStack.within(engine.runOf(call), () -> call.work().run(transaction.inner()));
            workEnded = true;
            boolean undone = call.answer().isUndone(value);
            if (!undone) {
                transaction.flush();
            }
            completion = call.answer().isUnrecorded(value) ? null : engine.format.completion(call.answer(), value);
            if (undone && completion != null) {
                transaction.rollback();
                refused = new Refused<>(
                        AnswerFormat.refusal(completion), () -> new Outcome<>(value, Outcome.Kind.EXECUTED), null);
                return null;
            }
        } catch (Throwable thrown) {
            if (!workEnded && call.commitsUnrecorded(thrown)) {
                if (commitUnrecorded(transaction, attempt)) {
                    throw thrown;
                }
                return null;
            }
            transaction.rollback();
            if (thrown instanceof Rejection rejection) {
                refused = Refused.thrown(rejection.asRecorded());
                return null;
            }
            if (store.classify(thrown) == Failure.CONFLICT && mayTryAgain(thrown)) {
                return null;
            }
            if (workEnded && thrown instanceof CodecException unstorable) {
                throw engine.refusals.unstorable(call, unstorable);
            }
            engine.events.tell(Kind.FAILED, call, thrown);
            throw thrown;
        }
        if (completion == null) {
            return commitUnrecorded(transaction, attempt) ? new Outcome<>(value, Outcome.Kind.UNRECORDED) : null;
        }
        return finish(transaction, attempt, completion, () -> new Outcome<>(value, Outcome.Kind.EXECUTED));
    }

    /** Refuses a key that is too old to be new; false when the store could not tell and it is to be tried again. */
    private boolean isYoung(EndedTransaction transaction) {
        if (!call.age().matters()) {
            return true;
        }
        RuntimeException stale;
        try {
            stale = call.age().refusal(transaction.now());
        } catch (StoreException failed) {
            transaction.rollback();
            again(failed);
            return false;
        }
        if (stale != null) {
            transaction.rollback();
            throw engine.refusals.stale(call, stale);
        }
        return true;
    }

    private @Nullable Outcome<T> finish(
            EndedTransaction transaction, String attempt, Completion completion, Supplier<Outcome<T>> done) {
        return end(
                transaction,
                () -> transaction.finish(call.operation().id(), attempt, completion),
                failed -> settle(attempt, completion, done, failed),
                () -> committed(attempt, completion, done));
    }

    /** The last step, which must find the claim, and the commit; null when the unit has to be tried again. */
    private <R> @Nullable R end(
            EndedTransaction transaction,
            BooleanSupplier lastStep,
            Function<StoreException, R> unknown,
            Supplier<R> committed) {
        try {
            if (!lastStep.getAsBoolean()) {
                transaction.rollback();
                throw engine.refusals.lost(call, null);
            }
        } catch (StoreException failed) {
            transaction.rollback();
            if (failed.failure() == Failure.ABORTED) {
                throw engine.refusals.lost(call, failed);
            }
            again(failed);
            return null;
        }
        try {
            transaction.commit();
        } catch (StoreException failed) {
            switch (failed.failure()) {
                case CONFLICT -> {
                    again(failed);
                    return null;
                }
                case REFUSED, ABORTED -> throw engine.refusals.commitRefused(call, failed);
                default -> {
                    return unknown.apply(failed);
                }
            }
        }
        return committed.get();
    }

    /** The commit was sent and its answer lost: whose record is there decides. */
    private Outcome<T> settle(String attempt, Completion completion, Supplier<Outcome<T>> done, StoreException failed) {
        Settlement.Found found = engine.settle(store, call);
        if (found instanceof Settlement.Found.Committed there) {
            if (there.record().attempt().equals(attempt)) {
                return committed(attempt, completion, done);
            }
            committed = there.record();
            return engine.replays.answer(call, there.record());
        }
        if (found instanceof Settlement.Found.Absent) {
            throw engine.refusals.rolledBackAtCommit(call, failed);
        }
        throw engine.refusals.unknown(
                call,
                "The connection failed during the commit, and the store could not be asked what came of it.",
                failed);
    }

    private Outcome<T> committed(String attempt, Completion completion, Supplier<Outcome<T>> answer) {
        engine.odds.wasFresh(call.operation().name());
        committed = call.recordCommitted(attempt, completion);
        engine.remember(committed, forgetsBefore);
        done = completion.state() == RecordState.REJECTED ? Kind.REJECTED : Kind.EXECUTED;
        return answer.get();
    }

    /** Commits the work without its record; false when it has to be tried again. */
    private boolean commitUnrecorded(EndedTransaction transaction, String attempt) {
        Boolean committed = end(
                transaction,
                () -> transaction.withdraw(call.operation().id(), attempt),
                failed -> {
                    throw engine.refusals.unknown(
                            call, "The connection failed while work was committed that is not recorded.", failed);
                },
                () -> {
                    done = Kind.UNRECORDED;
                    return true;
                });
        return committed != null;
    }

    /**
     * A refusal whose work was undone, and which is still to be recorded.
     *
     * @param answer gives or throws it to the caller once it is recorded
     * @param rejection what was thrown, or null when the refusal was returned
     */
    private record Refused<T extends @Nullable Object>(
            Completion completion,
            Supplier<Outcome<T>> answer,
            @Nullable Rejection rejection) {
        private static <T extends @Nullable Object> Refused<T> thrown(Rejection rejection) {
            return new Refused<>(
                    RejectionFormat.completion(rejection),
                    () -> {
                        throw rejection;
                    },
                    rejection);
        }
    }
}
