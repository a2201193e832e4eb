package io.yici.proof;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a bound. */
final class Until {
    private static final Duration BOUND = Duration.ofSeconds(40);

    private Until() {}

    /** Fails when it has not come to hold in time. */
    static void holds(String what, BooleanSupplier condition) {
        holds(what, BOUND, condition);
    }

    /** The same with a bound of its own. */
    static void holds(String what, Duration bound, BooleanSupplier condition) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            if (deadline - System.nanoTime() <= 0) {
                throw new AssertionError("not within " + bound + ": " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
