package io.yici.jdbc;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets the writers of this JVM into a database with one writer in the order they came, instead of leaving them to find
 * it busy again and again, each holding a connection. Only spares work: whoever has waited long enough goes on without
 * a place, and the database decides.
 */
final class WriterQueue {
    /** As long as SQLite's own busy time-out is usually set. */
    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore place = new Semaphore(1, true);

    /** Waits for the place; the exit must be used exactly once, by any thread. */
    Runnable enter() {
        try {
            return place.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS) ? place::release : () -> {};
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return () -> {};
        }
    }
}
