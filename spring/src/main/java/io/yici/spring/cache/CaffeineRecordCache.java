package io.yici.spring.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.yici.OperationId;
import io.yici.store.OperationRecord;
import io.yici.store.RecordCache;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Committed records in a bounded Caffeine cache, each for as long as it may answer, and at most for a set time: for
 * that long another node may go on answering after an operator forgot a key. Thread-safe.
 */
public final class CaffeineRecordCache implements RecordCache {
    /** Answers above this size are read from the database each time, in bytes. */
    private static final int LARGEST = 64 * 1024;

    private final Cache<OperationId, Kept> records;
    private final Duration keepAtMost;

    /** A cache of at most this many records, each kept at most this long. */
    public CaffeineRecordCache(long maximumSize, Duration keepAtMost) {
        this.records = Caffeine.newBuilder()
                .maximumSize(maximumSize)
                .expireAfter(new Remaining())
                .build();
        this.keepAtMost = keepAtMost;
    }

    @Override
    public @Nullable OperationRecord get(OperationId id) {
        Kept kept = records.getIfPresent(id);
        return kept == null ? null : kept.record();
    }

    @Override
    public void put(OperationRecord record, Duration atMost) {
        byte[] result = record.result();
        if (result == null || result.length <= LARGEST) {
            Duration time = atMost.compareTo(keepAtMost) < 0 ? atMost : keepAtMost;
            records.put(record.id(), new Kept(record, time.toNanos()));
        }
    }

    @Override
    public void remove(OperationId id) {
        records.invalidate(id);
    }

    private record Kept(OperationRecord record, long nanos) {}

    private static final class Remaining implements Expiry<OperationId, Kept> {
        @Override
        public long expireAfterCreate(OperationId id, Kept kept, long now) {
            return kept.nanos();
        }

        @Override
        public long expireAfterUpdate(OperationId id, Kept kept, long now, long current) {
            return kept.nanos();
        }

        @Override
        public long expireAfterRead(OperationId id, Kept kept, long now, long current) {
            return current;
        }
    }
}
