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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run inside a transaction of the caller: it never waits, never tries again and never fills the cache, for only the
 * caller's commit makes it true. Used once, by one thread.
 */
final class JoinedRun<T extends @Nullable Object, X extends Exception> {
    private final Engine engine;
    private final OperationStore store;
    private final Call<T, X> call;
    private final EndedTransaction part;
    private final String attempt;

    JoinedRun(Engine engine, OperationStore store, Call<T, X> call, StoreTransaction part) {
        this.engine = engine;
        this.store = store;
        this.call = call;
        this.part = new EndedTransaction(part);
        this.attempt = engine.attempts.get();
    }

    Outcome<T> run() throws X {
        try (part) {
            return claimed();
        }
    }

    private Outcome<T> claimed() throws X {
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
        boolean undone;
        try {
            value = RunStack.within(engine.runOf(call), () -> call.work().run(part.inner()));
            workEnded = true;
            undone = call.answer().isUndone(value);
            if (!undone) {
                part.flush();
            }
            completion = call.answer().isUnrecorded(value) ? null : engine.format.completion(call.answer(), value);
        } catch (Throwable thrown) {
            if (!workEnded && call.commitsUnrecorded(thrown)) {
                withdraw();
                throw thrown;
            }
            if (thrown instanceof Rejection rejection) {
                return refuse(RejectionFormat.completion(rejection), rejection, () -> {
                    throw rejection.unrecorded();
                });
            }
            part.rollback();
            if (workEnded && thrown instanceof CodecException unstorable) {
                throw engine.refusals.unstorable(call, unstorable);
            }
            engine.events.tell(Kind.FAILED, call, thrown);
            throw thrown;
        }
        if (undone && completion != null) {
            return refuse(AnswerFormat.refusal(completion), null, () -> new Outcome<>(value, Outcome.Kind.EXECUTED));
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
        if (!call.age().matters()) {
            return;
        }
        RuntimeException stale;
        try {
            stale = call.age().refusal(part.now());
            if (stale == null) {
                return;
            }
            part.withdraw(call.operation().id(), attempt);
            part.commit();
        } catch (StoreException failed) {
            part.rollback();
            throw failed(failed);
        }
        throw engine.refusals.stale(call, stale);
    }

    /**
     * Records the refusal in the caller's transaction where the work could be undone in it; else nothing stays. Should
     * a rival have come in between, that one answers.
     */
    private Outcome<T> refuse(Completion completion, @Nullable Rejection rejection, Supplier<Outcome<T>> answer) {
        if (part.rollback()) {
            try (EndedTransaction second = new EndedTransaction(engine.begin(store, call))) {
                Claim claim = claim(second);
                if (!(claim instanceof Claim.Claimed)) {
                    end(second);
                    return answer(claim);
                }
                finish(second, completion);
            }
        }
        engine.events.tell(Kind.REJECTED, call, rejection);
        return answer.get();
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
