package io.yici.store;

import io.yici.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * A stored operation as read. Times are epoch milliseconds of the database's clock. The arrays are not copied; nobody
 * writes to them.
 *
 * @param id the identity
 * @param operation the declared name
 * @param fingerprint the stored form of the fingerprint, or null when unchecked or not kept
 * @param state what is recorded
 * @param attempt which execution claimed it
 * @param result the encoded answer or rejection, or null
 * @param resultType how the result is encoded, or null
 * @param createdAt when it was claimed
 * @param answersUntil until when it answers repeats
 * @param refusesUntil until when it refuses repeats after that
 * @param leaseUntil until when work that left the database is taken to be running; 0 when it did not leave it
 * @param readAt the database's clock when this was read
 */
public record OperationRecord(
        OperationId id,
        String operation,
        byte @Nullable [] fingerprint,
        RecordState state,
        String attempt,
        byte @Nullable [] result,
        @Nullable String resultType,
        long createdAt,
        long answersUntil,
        long refusesUntil,
        long leaseUntil,
        long readAt) {
    /** Whether the answer is no longer given: a tombstone, or past its time though clean-up has not come by yet. */
    public boolean expired() {
        return state == RecordState.TOMBSTONE
                || ((state == RecordState.FINISHED || state == RecordState.REJECTED) && readAt >= answersUntil);
    }

    /** Whether its work has left the database and is taken to be running. */
    public boolean running() {
        return state == RecordState.STARTED && readAt < leaseUntil;
    }

    /** Whether its work has left the database, running or not, and no end of it is recorded. */
    public boolean isOpen() {
        return state == RecordState.UNRESOLVED || (state == RecordState.STARTED && leaseUntil > 0);
    }

    /** Whether it holds an answer, or a rejection, whose time is not over. */
    public boolean answers() {
        return (state == RecordState.FINISHED || state == RecordState.REJECTED) && readAt < answersUntil;
    }
}
