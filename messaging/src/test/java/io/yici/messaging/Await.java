package io.yici.messaging;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a bound. */
final class Await {
    private static final Duration MOST = Duration.ofSeconds(60);

    private Await() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + MOST.toSeconds() + " s: " + what);
            }
            briefly();
        }
    }

    /** Lets others go on. */
    static void briefly() {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
}
