package io.yici.store;

import io.yici.OperationId;

/**
 * A call to another system as read. Times are epoch milliseconds of the database's clock.
 *
 * @param key the derived key
 * @param id the operation it belongs to
 * @param operation the declared name
 * @param generation which key of the operation it is
 * @param input what is asked; emptied once the step has ended
 * @param createdAt when it was intended
 * @param keepUntil until when it is kept once it has ended
 * @param progress what changes
 * @param version counts the changes
 * @param readAt the database's clock when this was read
 */
public record StoredStep(
        String key,
        OperationId id,
        String operation,
        int generation,
        StoredValue input,
        long createdAt,
        long keepUntil,
        StepProgress progress,
        long version,
        long readAt) {
    /** As it is once this has been written. */
    public StoredStep changed(StepProgress now) {
        return new StoredStep(key, id, operation, generation, input, createdAt, keepUntil, now, version + 1, readAt);
    }

    /** Until when it is kept if it ends now: for as long as it was to be kept from the start. */
    public long keptFromNow() {
        return readAt + (keepUntil - createdAt);
    }

    /** How far it is. */
    public StepState state() {
        return progress.state();
    }
}
