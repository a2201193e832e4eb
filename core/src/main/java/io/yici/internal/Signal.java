package io.yici.internal;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets one thread wait until something has happened, also when that was before it began to wait. Thread-safe. */
final class Signal {
    private final Semaphore given = new Semaphore(0);

    /** Neither blocks nor throws. */
    void give() {
        if (given.availablePermits() == 0) {
            given.release();
        }
    }

    /** Waits for one, at most so long. */
    void await(long nanos) throws InterruptedException {
        if (given.tryAcquire(Math.max(1, nanos), TimeUnit.NANOSECONDS)) {
            given.drainPermits();
        }
    }
}
