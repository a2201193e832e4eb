package io.yici.redis;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Whether Redis is believed to be out, so that not every request has to wait to find out. */
final class Outage {
    private static final int FAILURES = 3;
    private static final long REST_NANOS = 500_000_000;

    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong nextTry = new AtomicLong();
    private volatile @Nullable RedisUnavailableException last;

    /**
     * Lets pass, or fails at once with the last failure as cause. During an outage one call passes each half second.
     */
    void check() throws RedisUnavailableException {
        RedisUnavailableException known = last;
        if (known == null || failures.get() < FAILURES) {
            return;
        }
        long now = System.nanoTime();
        long due = nextTry.get();
        if (now - due < 0 || !nextTry.compareAndSet(due, now + REST_NANOS)) {
            throw new RedisUnavailableException("Redis has just failed, and is left alone for a moment", false, known);
        }
    }

    RedisUnavailableException noticed(String what, Throwable cause) {
        RedisUnavailableException failure = new RedisUnavailableException(what, true, cause);
        last = failure;
        nextTry.set(System.nanoTime() + REST_NANOS);
        failures.incrementAndGet();
        return failure;
    }

    void over() {
        if (failures.get() != 0) {
            failures.set(0);
            last = null;
        }
    }
}
