package io.yici.messaging.internal;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A binding's reading on a thread of its own, from its start to its end. Thread-safe. */
public final class Reading {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private @Nullable Loop loop;
    private @Nullable Thread thread;

    /** Begins on a daemon thread of that name. */
    public synchronized void start(String name, Supplier<? extends Loop> loops) {
        if (thread != null) {
            throw new IllegalStateException("started already");
        }
        Loop started = loops.get();
        Thread starting = new Thread(started, name);
        starting.setDaemon(true);
        loop = started;
        thread = starting;
        starting.start();
    }

    /** Whether it goes on. */
    public synchronized boolean isRunning() {
        return thread != null && thread.isAlive();
    }

    /** Has it end, and waits for that, 30 seconds at most. */
    public synchronized void end() {
        if (loop == null || thread == null) {
            return;
        }
        loop.end();
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread = null;
        loop = null;
    }

    /** What is run on the thread. */
    public interface Loop extends Runnable {
        /** Lets {@link #run} return after what it is about. */
        void end();
    }
}
