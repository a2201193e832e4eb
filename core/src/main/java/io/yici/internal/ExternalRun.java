package io.yici.internal;

import io.yici.OperationEvent.Kind;
import io.yici.Outcome;
import io.yici.Work;
import io.yici.external.Taken;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A claimed operation whose work is outside of the database; each of its ends is a transaction of its own. */
final class ExternalRun<T extends @Nullable Object> implements Taken.Running<T> {
    private final Engine engine;
    private final OperationStore store;
    private final Call<T, RuntimeException> call;
    private final String attempt;
    private final Entrance.Admission admission;
    private final boolean resumed;

    /**
     * @param admission what is left once the run has ended
     * @param resumed whether an earlier run of the same record may have done something already
     */
    ExternalRun(
            Engine engine,
            OperationStore store,
            Call<T, RuntimeException> call,
            String attempt,
            Entrance.Admission admission,
            boolean resumed) {
        this.engine = engine;
        this.store = store;
        this.call = call;
        this.attempt = attempt;
        this.admission = admission;
        this.resumed = resumed;
    }

    @Override
    public <R extends @Nullable Object, X extends Exception> R within(Work<R, X> work) throws X {
        return RunStack.within(engine.runOf(call), work::run);
    }

    @Override
    public Outcome<T> finish(T value) {
        try (admission) {
            return finished(value);
        }
    }

    private Outcome<T> finished(T value) {
        Completion completion;
        try {
            completion = engine.format.completion(call.answer(), value);
        } catch (CodecException unstorable) {
            leaveUnresolved(unstorable);
            throw engine.refusals.unstorable(call, unstorable);
        }
        Pause pause = new Pause(20);
        for (int left = call.settings().retries(); ; left--) {
            try {
                return finish(value, completion);
            } catch (StoreException failed) {
                if (left == 0 || !pause.take(Duration.ofSeconds(1))) {
                    throw engine.refusals.unknown(
                            call, "The work was done outside of the database, but could not be recorded.", failed);
                }
            }
        }
    }

    private Outcome<T> finish(T value, Completion completion) {
        if (!writeEnd(completion) && !isRecorded(completion)) {
            throw engine.refusals.unknown(
                    call,
                    "The work was done outside of the database, but its record was settled or forgotten meanwhile.",
                    null);
        }
        engine.events.tell(Kind.EXECUTED, call, null);
        return new Outcome<>(value, Outcome.Kind.EXECUTED);
    }

    private boolean writeEnd(Completion completion) {
        try (EndedTransaction transaction = new EndedTransaction(store.begin())) {
            boolean found = transaction.finish(call.operation().id(), attempt, completion);
            if (found) {
                transaction.commit();
            }
            return found;
        }
    }

    /** Whether an earlier try, whose answer was lost, has written the end already. */
    private boolean isRecorded(Completion completion) {
        OperationRecord there = engine.committedBy(store, call, attempt);
        return there != null && there.state() == completion.state();
    }

    @Override
    public void withdraw() {
        if (resumed) {
            leaveUnresolved(null); // this run has done nothing, but an earlier one may have
            return;
        }
        end(transaction -> transaction.withdraw(call.operation().id(), attempt), null);
    }

    @Override
    public void leaveUnresolved(@Nullable Throwable why) {
        end(transaction -> transaction.leaveUnresolved(call.operation().id(), attempt), why);
        engine.events.tell(Kind.UNKNOWN, call, why);
    }

    /** The end of the lease says the same, later, so a store that fails here is told and nothing else. */
    private void end(Consumer<EndedTransaction> step, @Nullable Throwable why) {
        try (admission;
                EndedTransaction transaction = new EndedTransaction(store.begin())) {
            step.accept(transaction);
            transaction.commit();
        } catch (StoreException failed) {
            if (why != null) {
                failed.addSuppressed(why);
            }
            engine.events.tell(Kind.STORE_ERROR, call, failed);
        }
    }
}
