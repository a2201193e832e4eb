package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.store.Claim;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.Failure;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import org.jspecify.annotations.Nullable;

/**
 * A run inside a transaction of the caller: it never waits, never tries again and never fills the cache, for only the
 * caller's commit makes it true. Used once, by one thread.
 */
final class JoinedRun<T extends @Nullable Object, X extends Exception> {
    private final Engine engine;
    private final OperationStore store;
    private final Call<T, X> call;
    private final StoreTransaction part;
    private final String attempt;

    JoinedRun(Engine engine, OperationStore store, Call<T, X> call, StoreTransaction part) {
        this.engine = engine;
        this.store = store;
        this.call = call;
        this.part = part;
        this.attempt = engine.attempts.get();
    }

    Outcome<T> run() throws X {
        Claim claim = claim(part);
        if (claim instanceof Claim.Claimed) {
            return work();
        }
        try {
            return answer(claim);
        } finally {
            end(part);
        }
    }

    private Claim claim(StoreTransaction transaction) {
        try {
            return transaction.claim(call.newRecord(attempt));
        } catch (StoreException failed) {
            transaction.rollback();
            throw failed(failed);
        }
    }

    private Outcome<T> answer(Claim claim) {
        if (claim instanceof Claim.Recorded recorded) {
            return engine.replays.answer(call, recorded.record());
        }
        if (claim instanceof Claim.Busy busy) {
            throw engine.refusals.busy(call, busy.reason(), null);
        }
        throw engine.refusals.inProgress(call);
    }

    private Outcome<T> work() throws X {
        refuseStaleKey();
        T value;
        Completion completion;
        boolean workEnded = false;
        try {
            value = RunStack.within(engine.runOf(call), () -> call.work().run(part));
            workEnded = true;
            part.flush();
            completion = call.answer().isUnrecorded(value) ? null : engine.format.completion(call.answer(), value);
        } catch (Rejection rejection) {
            throw reject(rejection);
        } catch (Throwable thrown) {
            if (!workEnded && call.answer().isUnrecorded(thrown)) {
                withdraw();
                throw thrown;
            }
            part.rollback();
            if (workEnded && thrown instanceof CodecException unstorable) {
                throw engine.refusals.unstorable(call, unstorable);
            }
            engine.events.tell(Kind.FAILED, call, thrown);
            throw thrown;
        }
        if (completion == null) {
            withdraw();
            return new Outcome<>(value, Outcome.Kind.UNRECORDED);
        }
        finish(part, completion);
        engine.events.tell(Kind.EXECUTED, call, null);
        return new Outcome<>(value, Outcome.Kind.EXECUTED);
    }

    private void refuseStaleKey() {
        if (!KeyAge.matters(call)) {
            return;
        }
        RuntimeException stale;
        try {
            stale = KeyAge.refusal(call, part.now(), engine.refusals);
            if (stale == null) {
                return;
            }
            part.withdraw(call.operation().id(), attempt);
            part.commit();
        } catch (StoreException failed) {
            part.rollback();
            throw failed(failed);
        }
        throw stale;
    }

    /** Records the refusal in the caller's transaction where the work could be undone in it; else nothing stays. */
    private Rejection reject(Rejection rejection) {
        if (part.rollback()) {
            StoreTransaction second = engine.begin(store, call);
            if (claim(second) instanceof Claim.Claimed) {
                finish(second, RejectionFormat.completion(rejection));
            } else {
                end(second);
            }
        }
        engine.events.tell(Kind.REJECTED, call, rejection);
        return rejection.unrecorded();
    }

    private void finish(StoreTransaction transaction, Completion completion) {
        try {
            if (transaction.finish(call.operation().id(), attempt, completion)) {
                transaction.commit();
                return;
            }
        } catch (StoreException failed) {
            transaction.rollback();
            throw failed.failure() == Failure.ABORTED ? engine.refusals.lost(call, failed) : failed(failed);
        }
        transaction.rollback();
        throw engine.refusals.lost(call, null);
    }

    private void withdraw() {
        try {
            if (part.withdraw(call.operation().id(), attempt)) {
                part.commit();
                engine.events.tell(Kind.UNRECORDED, call, null);
                return;
            }
        } catch (StoreException failed) {
            part.rollback();
            throw failed(failed);
        }
        part.rollback();
        throw engine.refusals.lost(call, null);
    }

    private void end(StoreTransaction transaction) {
        try {
            transaction.commit();
        } catch (StoreException failed) {
            throw failed(failed);
        }
    }

    private RuntimeException failed(StoreException failed) {
        return failed.failure() == Failure.CONFLICT
                ? engine.refusals.conflict(call, failed)
                : engine.refusals.store(call, failed);
    }
}
