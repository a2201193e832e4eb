package io.yici.internal;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Growing waits with jitter, for polling and for running a unit again. Used by one thread. */
final class Pause {
    private static final long LONGEST_MILLIS = 200;

    private long ceilingMillis;

    /** Starts with waits of at most {@code firstMillis}; each later one may be twice as long, up to 200 ms. */
    Pause(long firstMillis) {
        this.ceilingMillis = firstMillis;
    }

    /**
     * Waits, at most {@code atMost}.
     *
     * @return false, with the interrupt flag set, when the thread was interrupted
     */
    boolean take(Duration atMost) {
        long nanos = ThreadLocalRandom.current().nextLong(500_000, ceilingMillis * 1_000_000 + 500_000);
        ceilingMillis = Math.min(ceilingMillis * 2, LONGEST_MILLIS);
        try {
            Thread.sleep(Duration.ofNanos(Math.min(nanos, atMost.toNanos())).toMillis() + 1);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
