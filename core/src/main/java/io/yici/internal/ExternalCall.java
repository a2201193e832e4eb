package io.yici.internal;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.Outcome;
import io.yici.external.Taken;
import io.yici.store.Claim;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes an operation whose work leaves the database: the claim commits before anything else. Used once. */
public final class ExternalCall<T extends @Nullable Object> {
    private final Engine engine;
    private final OperationStore store;
    private Call<T, RuntimeException> call;
    private Entrance.Admission admission = Entrance.Admission.FREE;
    private final boolean resumable;
    private final Pause pause = new Pause(10);
    private int conflicts;

    /** One call of an operation; {@code resumable} lets it go on in place of one that ended without an answer. */
    public ExternalCall(
            Engine engine,
            OperationStore store,
            Operation operation,
            Fingerprint fingerprint,
            Answer<T> answer,
            OperationSettings settings,
            boolean resumable) {
        this.resumable = resumable;
        this.engine = engine;
        this.store = store;
        this.call = Call.now(
                operation,
                fingerprint,
                answer,
                settings,
                transaction -> {
                    throw new IllegalStateException("work that leaves the database is not run by the engine");
                },
                false);
    }

    /** See {@code ExternalOperations.take}. */
    public Taken<T> take() {
        if (RunStack.contains(engine.runOf(call))) {
            throw engine.refusals.reentered(call);
        }
        if (store.threadIsBound()) {
            throw new MisuseException(
                    call.operation(),
                    "It leaves the database, but was called inside a transaction, which would stay open as long as the"
                            + " other system takes.",
                    null);
        }
        boolean observed = call.settings().mode() == Mode.OBSERVE;
        call = observed ? engine.observed(call) : engine.judged(call);
        return observed ? claimed() : entered();
    }

    private Taken<T> entered() {
        OperationRecord seen = engine.seen(store, call);
        if (seen != null) { // it answers: one that is open is left to the claim
            return new Taken.Answered<>(engine.replays.answer(call, seen));
        }
        admission = engine.entrance.enter(engine, store, call, RunStack.isEmpty());
        Taken<T> taken = null;
        try {
            OperationRecord met = admission.record();
            taken = met == null || isResumable(met)
                    ? claimed()
                    : new Taken.Answered<>(engine.replays.answer(call, met));
            return taken;
        } finally {
            if (!(taken instanceof Taken.Running<T>)) {
                admission.close();
            }
        }
    }

    private Taken<T> claimed() {
        while (true) {
            Taken<T> taken = attempt(engine.attempts.get());
            if (taken != null) {
                return taken;
            }
        }
    }

    /** One transaction for the claim; null when another one has to be tried, after the pause taken here. */
    private @Nullable Taken<T> attempt(String attempt) {
        NewRecord record =
                call.newRecord(attempt).leasedFor(call.settings().leasesFor().toMillis());
        try (EndedTransaction transaction = new EndedTransaction(store.begin())) {
            Claim claim = transaction.claim(record);
            if (claim instanceof Claim.Claimed) {
                refuseStale(transaction);
                return commit(transaction, attempt);
            }
            if (claim instanceof Claim.Recorded recorded && !recorded.record().running()) {
                OperationRecord found = recorded.record();
                if (!isResumable(found)) {
                    return met(() -> engine.replays.answer(call, found));
                }
                transaction.rollback();
                return resume(found, attempt);
            }
            if (claim instanceof Claim.Busy busy) {
                throw new StoreException(Failure.CONFLICT, busy.reason(), null);
            }
        } catch (StoreException failed) {
            again(failed);
            return null;
        }
        return met(this::awaitRival);
    }

    private void refuseStale(EndedTransaction transaction) {
        RuntimeException stale = call.age().matters() ? call.age().refusal(transaction.now()) : null;
        if (stale == null) {
            return;
        }
        if (call.settings().mode() == Mode.OBSERVE) {
            engine.events.tell(Kind.WOULD_REFUSE, call, stale);
            return;
        }
        transaction.rollback();
        throw engine.refusals.stale(call, stale);
    }

    private boolean isResumable(OperationRecord found) {
        Verdict verdict = resumable && found.isOpen() ? Verdict.of(call, found) : null;
        return verdict != null && verdict.kind() == Kind.UNKNOWN;
    }

    /** Takes the record over from the attempt that was seen; null when somebody else was faster. */
    private @Nullable Taken<T> resume(OperationRecord found, String attempt) {
        boolean taken;
        try {
            taken = new StepDesk(engine, store, Map.of()).apart(transaction -> retake(transaction, found, attempt));
        } catch (StoreException failed) {
            throw engine.refusals.store(call, failed);
        }
        return taken ? new ExternalRun<>(engine, store, call, attempt, admission, true) : met(this::awaitRival);
    }

    private boolean retake(StoreTransaction transaction, OperationRecord found, String attempt) {
        StepDesk.lock(transaction, call.operation());
        OperationRecord now = transaction.current(found.id());
        boolean ours = now != null && now.running() && now.attempt().equals(attempt);
        return ours
                || transaction.retake(
                        found.id(),
                        found.attempt(),
                        attempt,
                        call.settings().leasesFor().toMillis());
    }

    private Taken<T> commit(EndedTransaction transaction, String attempt) {
        ExternalRun<T> run = new ExternalRun<>(engine, store, call, attempt, admission, false);
        try {
            transaction.commit();
        } catch (StoreException failed) {
            boolean refused = failed.failure() == Failure.CONFLICT
                    || failed.failure() == Failure.REFUSED
                    || failed.failure() == Failure.ABORTED;
            // Nothing has left the database yet, so either end is safe.
            if (refused || engine.committedBy(store, call, attempt) == null) {
                throw failed;
            }
        }
        return run;
    }

    /** What a record, or a rival, answers; while the operation is only observed, the work runs all the same. */
    private @Nullable Taken<T> met(Met<T> answer) {
        if (call.settings().mode() == Mode.OBSERVE) {
            engine.events.tell(Kind.WOULD_REFUSE, call, null);
            return new UnguardedRun<>(engine.runOf(call));
        }
        Outcome<T> outcome = answer.get();
        return outcome == null ? null : new Taken.Answered<>(outcome);
    }

    private @Nullable Outcome<T> awaitRival() {
        return engine.awaitRival(call, pause, RunStack.isEmpty());
    }

    private void again(StoreException failed) {
        if (failed.failure() != Failure.CONFLICT) {
            throw engine.refusals.store(call, failed);
        }
        if (conflicts++ >= call.settings().retries() || !pause.take(Duration.ofSeconds(1))) {
            throw engine.refusals.busy(call, failed.message(), failed);
        }
    }

    private interface Met<T extends @Nullable Object> {
        @Nullable Outcome<T> get();
    }
}
