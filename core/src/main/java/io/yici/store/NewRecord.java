package io.yici.store;

import io.yici.Operation;
import io.yici.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * What a claim inserts.
 *
 * @param operation identity and the parts kept for people
 * @param fingerprint the stored form of the fingerprint, or null when unchecked
 * @param attempt random id of this execution; only it may finish
 * @param outer the operation inside whose run this one is claimed, or null
 * @param answersForMillis how long it will answer, counted from the claim by the database's clock; once more from the
 *     end, where the work left the database
 * @param refusesForMillis how long its tombstone will refuse after that
 * @param leaseMillis how long its work, which leaves the database, is taken to be running; 0 when the work ends with
 *     the transaction
 */
public record NewRecord(
        Operation operation,
        byte @Nullable [] fingerprint,
        String attempt,
        @Nullable OperationId outer,
        long answersForMillis,
        long refusesForMillis,
        long leaseMillis) {
    /** Length limit of an attempt id, in ASCII characters. */
    public static final int ATTEMPT_LENGTH = 32;

    /** The claim of work that ends with the transaction. */
    public NewRecord(
            Operation operation,
            byte @Nullable [] fingerprint,
            String attempt,
            @Nullable OperationId outer,
            long answersForMillis,
            long refusesForMillis) {
        this(operation, fingerprint, attempt, outer, answersForMillis, refusesForMillis, 0);
    }

    /** The same for work that leaves the database. */
    public NewRecord leasedFor(long millis) {
        return new NewRecord(operation, fingerprint, attempt, outer, answersForMillis, refusesForMillis, millis);
    }

    /** The identity. */
    public OperationId id() {
        return operation.id();
    }
}
