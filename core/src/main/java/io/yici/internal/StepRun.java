package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.MismatchException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.Work;
import io.yici.store.Claim;
import io.yici.store.CodecException;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.NewStep;
import io.yici.store.OperationRecord;
import io.yici.store.StepState;
import io.yici.store.StoreException;
import io.yici.store.StoredStep;
import io.yici.store.StoredValue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation that calls another system: claims it, does what comes before the call and stores what is to
 * be asked, in one transaction; then goes on outside of it. One that meets an open record takes it over and goes on
 * where it stands. Used once, by one thread.
 */
final class StepRun<
        I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object, X extends Exception> {
    private final StepDesk desk;
    private final Engine engine;
    private final StepKind<I, R, T> kind;
    private Call<T, RuntimeException> call;
    private final Work<I, X> before;
    private final Pause pause = new Pause(10);
    private final boolean queued;
    private int conflicts;
    private @Nullable Rejection refused;
    private boolean refusedNow;

    /** @param queued only to be claimed: the settler makes the call */
    StepRun(
            StepDesk desk,
            StepKind<I, R, T> kind,
            Operation operation,
            Fingerprint fingerprint,
            Work<I, X> before,
            boolean queued) {
        this.desk = desk;
        this.engine = desk.engine;
        this.kind = kind;
        this.call = kind.call(operation, fingerprint);
        this.before = before;
        this.queued = queued;
        if (!operation.name().equals(kind.name())) {
            throw new MisuseException(
                    operation, "The step that it was called with is of operation '" + kind.name() + "'.", null);
        }
    }

    /** See {@code ExternalSteps.run}. */
    Outcome<T> run() throws X {
        if (RunStack.contains(engine.runOf(call))) {
            throw engine.refusals.reentered(call);
        }
        if (desk.store.threadIsBound()) {
            throw new MisuseException(
                    call.operation(),
                    "It calls another system, but was called inside a transaction, which would stay open as long as"
                            + " that takes. Use queue(...) there.",
                    null);
        }
        call = engine.judged(call);
        while (true) {
            Outcome<T> outcome = attempt(engine.attempts.get());
            if (outcome != null) {
                return outcome;
            }
        }
    }

    /** One round; null when another one is to be tried, after the pause taken here. */
    private @Nullable Outcome<T> attempt(String attempt) throws X {
        OperationRecord met;
        try (EndedTransaction transaction = new EndedTransaction(desk.store.begin())) {
            Claim claim = transaction.claim(record(attempt));
            if (claim instanceof Claim.Claimed) {
                return claimed(transaction, attempt);
            }
            if (claim instanceof Claim.Busy busy) {
                throw new StoreException(Failure.CONFLICT, busy.reason(), null);
            }
            met = claim instanceof Claim.Recorded recorded ? recorded.record() : null;
            if (met != null && !met.running() && !met.isOpen()) {
                return engine.replays.answer(call, met);
            }
        } catch (StoreException failed) {
            again(failed);
            return null;
        }
        if (met == null || met.running()) {
            return awaitRival();
        }
        return resume(met, attempt);
    }

    private NewRecord record(String attempt) {
        return call.newRecord(attempt).leasedFor(queued ? 1 : kind.leaseMillis());
    }

    private @Nullable Outcome<T> claimed(EndedTransaction transaction, String attempt) throws X {
        if (refused != null) {
            return refuse(transaction, attempt, refused);
        }
        StoredStep step = intend(transaction);
        try {
            transaction.commit();
        } catch (StoreException failed) {
            switch (failed.failure()) {
                case CONFLICT -> throw failed;
                case REFUSED, ABORTED -> throw engine.refusals.commitRefused(call, failed);
                default -> { // nothing has left the database yet, so either end is safe
                    if (engine.committedBy(desk.store, call, attempt) == null) {
                        throw failed;
                    }
                }
            }
        }
        return ended(new StepAttempt<>(desk, kind, call, attempt).go(step));
    }

    /** What comes before the call, and the intent; an exception of it rolls everything back. */
    private StoredStep intend(EndedTransaction transaction) throws X {
        RuntimeException stale = call.age().matters() ? call.age().refusal(transaction.now()) : null;
        if (stale != null) {
            throw engine.refusals.stale(call, stale);
        }
        StoredValue input;
        boolean done = false;
        try {
            I asked = RunStack.within(engine.runOf(call), before::run);
            done = true;
            transaction.flush();
            input = kind.stored(asked);
        } catch (Throwable thrown) {
            transaction.rollback();
            if (thrown instanceof Rejection rejection) {
                refused = rejection.asRecorded();
                refusedNow = true;
                throw new StoreException(Failure.CONFLICT, "refused, and to be recorded", rejection);
            }
            if (done && thrown instanceof CodecException unstorable) {
                throw engine.refusals.unstorable(call, unstorable);
            }
            if (!transaction.joined()
                    && before.repeatable()
                    && desk.store.classify(thrown) == Failure.CONFLICT
                    && conflicts < call.settings().retries()) {
                engine.events.tell(Kind.RETRIED, call, thrown);
                throw new StoreException(Failure.CONFLICT, "the work met a conflict", thrown);
            }
            engine.events.tell(Kind.FAILED, call, thrown);
            throw thrown;
        }
        int generation = transaction.steps().generations(call.operation().id()) + 1;
        String key = StepKind.key(call.operation(), generation);
        transaction
                .steps()
                .insert(new NewStep(
                        key,
                        call.operation(),
                        generation,
                        input,
                        0,
                        queued ? 0 : kind.leaseMillis(),
                        kind.keepMillis()));
        return Objects.requireNonNull(transaction.steps().find(key), "the step that was just written");
    }

    /** Writes down a refusal whose work was undone. */
    private @Nullable Outcome<T> refuse(EndedTransaction transaction, String attempt, Rejection rejection) {
        transaction.finish(call.operation().id(), attempt, RejectionFormat.completion(rejection));
        try {
            transaction.commit();
        } catch (StoreException failed) {
            if (failed.failure() == Failure.CONFLICT || engine.committedBy(desk.store, call, attempt) == null) {
                throw failed;
            }
        }
        engine.events.tell(Kind.REJECTED, call, rejection);
        throw rejection;
    }

    private @Nullable Outcome<T> ended(StepEnd<T> end) {
        if (end instanceof StepEnd.Ended<T> ended) {
            if (ended.recorded() && call.answer().reference() != null) {
                return null; // what is rebuilt is rebuilt inside of a transaction, so it is asked for once more
            }
            Outcome<T> outcome = ended.answer().get();
            if (!outcome.replayed()) {
                engine.events.tell(Kind.EXECUTED, call, null);
            }
            return outcome;
        }
        if (end instanceof StepEnd.Open<T> open) {
            throw open.forOperators()
                    ? engine.refusals.unknown(
                            call, "Its call to another system waits for an operator: " + open.why() + ".", open.cause())
                    : engine.refusals.settling(
                            call,
                            "Its call to another system has not ended with an answer yet: " + open.why() + ".",
                            open.cause());
        }
        return awaitRival();
    }

    /** Takes over what another attempt has left, for an equal request only. */
    private @Nullable Outcome<T> resume(OperationRecord met, String attempt) {
        Verdict verdict = Verdict.of(call, met);
        if (verdict != null && verdict.kind() != Kind.UNKNOWN) {
            throw engine.refusals.told(verdict.kind(), call, verdict.refusal());
        }
        StepTakeOver.Taken taken;
        try {
            taken = desk.apart(transaction -> new StepTakeOver(attempt, kind.leaseMillis(), 0)
                    .of(transaction, call.operation().id()));
        } catch (StoreException failed) {
            throw engine.refusals.store(call, failed);
        }
        if (taken instanceof StepTakeOver.Yes yes) {
            return ended(new StepAttempt<>(desk, kind, call, attempt).go(yes.step()));
        }
        if (taken instanceof StepTakeOver.No no
                && no.step() != null
                && no.step().state() == StepState.OPERATORS) {
            throw engine.refusals.unknown(call, "Its call to another system waits for an operator.", null);
        }
        return taken instanceof StepTakeOver.Strange ? engine.replays.answer(call, met) : awaitRival();
    }

    private @Nullable Outcome<T> awaitRival() {
        return engine.awaitRival(call, pause, RunStack.isEmpty());
    }

    private void again(StoreException failed) {
        if (refusedNow) {
            refusedNow = false; // rolled back, and now to be written down
            return;
        }
        if (failed.failure() != Failure.CONFLICT) {
            throw engine.refusals.store(call, failed);
        }
        if (conflicts++ >= call.settings().retries() || !pause.take(Duration.ofSeconds(1))) {
            throw engine.refusals.busy(call, failed.message(), failed);
        }
    }

    /** See {@code ExternalSteps.queue}. */
    void queue() throws X {
        call = engine.judged(call);
        while (!tryQueue()) {
            // conflicts are counted by again()
        }
    }

    private boolean tryQueue() throws X {
        boolean joined = false;
        try (EndedTransaction transaction = new EndedTransaction(desk.store.begin())) {
            joined = transaction.joined();
            Claim claim = transaction.claim(record(engine.attempts.get()));
            if (claim instanceof Claim.Claimed) {
                intend(transaction);
            } else if (claim instanceof Claim.Recorded recorded) {
                refuseOtherRequest(recorded.record());
            } else if (claim instanceof Claim.Busy busy) {
                throw new StoreException(Failure.CONFLICT, busy.reason(), null);
            } else {
                throw engine.refusals.inProgress(call);
            }
            transaction.commit();
            return true;
        } catch (StoreException failed) {
            if (refused != null) {
                throw refused.unrecorded();
            }
            if (joined) {
                throw failed.failure() == Failure.CONFLICT
                        ? engine.refusals.conflict(call, failed)
                        : engine.refusals.store(call, failed);
            }
            again(failed);
            return false;
        }
    }

    private void refuseOtherRequest(OperationRecord met) {
        if (!call.fingerprint().agreesWith(met.fingerprint())) {
            throw engine.refusals.told(
                    Kind.MISMATCH,
                    call,
                    new MismatchException(call.operation(), "The key was first used for a different request.", null));
        }
    }
}
