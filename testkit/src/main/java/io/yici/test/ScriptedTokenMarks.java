package io.yici.test;

import io.yici.OperationId;
import io.yici.guard.TokenMarks;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Token marks in the memory of one test, that fail and forget when they are told to. They keep what the contract asks,
 * in this process only, so that they are of no use to an application. Thread-safe.
 */
public final class ScriptedTokenMarks implements TokenMarks {
    private final Map<OperationId, Long> ends = new HashMap<>();
    private @Nullable Exception failure;
    private int repeats;

    /** Empty, and at hand. */
    public ScriptedTokenMarks() {}

    @Override
    public synchronized Mark consume(OperationId id, Duration keep) {
        if (keep.toMillis() < 1) {
            throw new IllegalArgumentException("keep must be at least 1 millisecond, not " + keep);
        }
        if (failure != null) {
            return new Mark.Unavailable(failure);
        }
        long now = System.nanoTime();
        Long end = ends.get(id);
        if (end != null && end - now > 0) {
            repeats++;
            return new Mark.Repeated();
        }
        ends.put(id, now + keep.toNanos());
        return new Mark.First();
    }

    /** Cannot be reached from now on. */
    public synchronized void fail(Exception cause) {
        this.failure = cause;
    }

    /** Can be reached again. */
    public synchronized void recover() {
        this.failure = null;
    }

    /** Loses every mark, as a store does that restarts empty. */
    public synchronized void forgetAll() {
        ends.clear();
    }

    /** How many repeats were seen. */
    public synchronized int repeats() {
        return repeats;
    }
}
