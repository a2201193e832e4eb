package io.yici.http.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for a condition, at most 20 seconds. */
final class Bounded {
    private Bounded() {}

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("the condition did not come true within 20 seconds");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
