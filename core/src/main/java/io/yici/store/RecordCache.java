package io.yici.store;

import io.yici.OperationId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps finished, committed records near. Only spares work: everything stays right without it. Thread-safe, never
 * blocks.
 */
public interface RecordCache {
    /** The record, or null when it is not kept or its time is over. */
    @Nullable OperationRecord get(OperationId id);

    /** Keeps a committed record, at most this long by the local monotonic clock. */
    void put(OperationRecord record, Duration atMost);

    /** Drops a record. */
    void remove(OperationId id);
}
