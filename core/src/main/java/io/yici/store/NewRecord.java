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
 * @param answersForMillis how long it will answer, counted from the claim by the database's clock
 * @param refusesForMillis how long its tombstone will refuse after that
 */
public record NewRecord(
        Operation operation,
        byte @Nullable [] fingerprint,
        String attempt,
        @Nullable OperationId outer,
        long answersForMillis,
        long refusesForMillis) {
    /** Length limit of an attempt id, in ASCII characters. */
    public static final int ATTEMPT_LENGTH = 32;

    /** The identity. */
    public OperationId id() {
        return operation.id();
    }
}
