package io.yici.internal;

import io.yici.OperationId;
import io.yici.store.Failure;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import io.yici.store.StepProgress;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.store.StoredStep;
import org.jspecify.annotations.Nullable;

/**
 * Takes an open record over for an attempt, with the step that is to be gone on with. Does the same when it finds its
 * own doing.
 *
 * @param attempt who takes it
 * @param leaseMillis for how long
 * @param tries counts this many against the settler's tries
 */
record StepTakeOver(String attempt, long leaseMillis, int tries) {
    /** What came of it. */
    sealed interface Taken {}

    /** It was taken. */
    record Yes(StoredStep step) implements Taken {}

    /** It is not to be taken now: it is running, has ended, or waits for a person. */
    record No(@Nullable StoredStep step, @Nullable OperationRecord record) implements Taken {}

    /** The record has no step: it is of work that leaves the database by other means. */
    record Strange() implements Taken {}

    Taken of(StoreTransaction transaction, OperationId id) {
        if (!transaction.lock(id)) {
            throw new StoreException(Failure.CONFLICT, "another call is settling the same operation", null);
        }
        OperationRecord record = transaction.current(id);
        StoredStep latest = transaction.steps().latest(id);
        if (record == null) {
            return new No(latest, null);
        }
        if (latest == null) {
            return new Strange();
        }
        StoredStep step = transaction.steps().current(latest.key());
        boolean ours = record.state() == RecordState.STARTED && record.attempt().equals(attempt);
        if (step == null || !step.state().isOpen() || (record.running() && !ours)) {
            return new No(step, record);
        }
        if (ours) {
            return new Yes(step);
        }
        if (tries > 0 && !step.progress().isDue(step.readAt())) {
            return new No(step, record); // put off by another settler since it was found
        }
        if (!transaction.retake(id, record.attempt(), attempt, leaseMillis)) {
            return new No(step, record);
        }
        StepProgress progress = step.progress().taken(tries, step.readAt() + leaseMillis);
        return new Yes(StepDesk.change(transaction, step, progress));
    }
}
