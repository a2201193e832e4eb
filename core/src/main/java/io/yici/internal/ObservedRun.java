package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.store.Claim;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import org.jspecify.annotations.Nullable;

/**
 * A run in observe mode: the work always runs, what would have been replayed or refused is told to the listeners, and a
 * failure of the guard is swallowed behind a savepoint. Gives no guarantee. Used once, by one thread.
 */
final class ObservedRun<T extends @Nullable Object, X extends Exception> {
    private final Engine engine;
    private final OperationStore store;
    private final Call<T, X> call;
    private final String attempt;

    ObservedRun(Engine engine, OperationStore store, Call<T, X> call) {
        this.engine = engine;
        this.store = store;
        this.call = call;
        this.attempt = engine.attempts.get();
    }

    Outcome<T> run() throws X {
        try (EndedTransaction transaction = new EndedTransaction(engine.begin(store, call))) {
            return run(transaction);
        }
    }

    private Outcome<T> run(EndedTransaction transaction) throws X {
        boolean claimed = shielded(transaction, () -> claim(transaction));
        T value;
        try {
            value = RunStack.within(engine.runOf(call), () -> call.work().run(transaction.inner()));
            if (!call.answer().isUndone(value)) {
                transaction.flush();
            }
        } catch (Throwable thrown) {
            if (call.commitsUnrecorded(thrown)) {
                end(transaction, claimed, () -> false);
            } else {
                transaction.rollback();
            }
            throw thrown;
        }
        if (call.answer().isUndone(value)) {
            transaction.rollback();
            return new Outcome<>(value, Outcome.Kind.EXECUTED);
        }
        end(transaction, claimed, () -> !call.answer().isUnrecorded(value) && finish(transaction, value));
        engine.events.tell(Kind.EXECUTED, call, null);
        return new Outcome<>(value, Outcome.Kind.EXECUTED);
    }

    /** Commits the work, with its record where that can be written, else without a trace of the claim. */
    private void end(StoreTransaction transaction, boolean claimed, StoreTransaction.Step record) {
        if (claimed && !shielded(transaction, record)) {
            shielded(transaction, () -> transaction.withdraw(call.operation().id(), attempt));
        }
        commit(transaction);
    }

    private boolean shielded(StoreTransaction transaction, StoreTransaction.Step step) {
        try {
            return transaction.shielded(step);
        } catch (RuntimeException | LinkageError | AssertionError failed) {
            engine.events.tell(Kind.OBSERVE_FAILED, call, failed);
            return false;
        }
    }

    private boolean claim(StoreTransaction transaction) {
        Claim claim = transaction.claim(call.newRecord(attempt));
        if (claim instanceof Claim.Claimed) {
            RuntimeException stale = call.age().matters() ? call.age().refusal(transaction.now()) : null;
            if (stale != null) {
                engine.events.tell(Kind.WOULD_REFUSE, call, stale);
            }
            return true;
        }
        if (claim instanceof Claim.Recorded recorded) {
            Verdict verdict = Verdict.of(call, recorded.record());
            engine.events.tell(
                    verdict == null ? Kind.WOULD_REPLAY : Kind.WOULD_REFUSE,
                    call,
                    verdict == null ? null : verdict.refusal());
        } else {
            engine.events.tell(Kind.WOULD_REFUSE, call, null);
        }
        return false;
    }

    private boolean finish(StoreTransaction transaction, T value) {
        return transaction.finish(call.operation().id(), attempt, engine.format.completion(call.answer(), value));
    }

    private void commit(StoreTransaction transaction) {
        try {
            transaction.commit();
        } catch (StoreException failed) {
            throw switch (failed.failure()) {
                case CONFLICT, REFUSED, ABORTED -> engine.refusals.commitRefused(call, failed);
                default ->
                    engine.refusals.unknown(
                            call, "The connection failed during the commit, and observe mode does not settle.", failed);
            };
        }
    }
}
