package io.yici.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that tidies every so often. */
final class CleanupSchedule implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

    /** How many times as long as it worked it rests between two batches. */
    private static final int REST = 4;

    private static final long JOIN_MILLIS = 5_000;

    private final Cleanup cleanup;
    private final long everyNanos;
    private final DoubleSupplier chance;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private CleanupSchedule(Cleanup cleanup, Duration every, DoubleSupplier chance) {
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("every must be positive, not " + every);
        }
        this.cleanup = cleanup;
        this.everyNanos = every.toNanos();
        this.chance = chance;
        this.thread = new Thread(this, "yici-cleanup");
        thread.setDaemon(true);
    }

    static CleanupSchedule start(Cleanup cleanup, Duration every, DoubleSupplier chance) {
        CleanupSchedule schedule = new CleanupSchedule(cleanup, every, chance);
        schedule.thread.start();
        return schedule;
    }

    /** Nodes started together spread out: the first round begins anywhere in the first period. */
    @Override
    public void run() {
        try {
            boolean open = rest((long) (everyNanos * chance.getAsDouble()));
            while (open) {
                round();
                open = rest((long) (everyNanos * (0.8 + 0.4 * chance.getAsDouble())));
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void round() throws InterruptedException {
        try {
            boolean more = true;
            while (more) {
                long start = System.nanoTime();
                boolean nothing = cleanup.runBatch().isNothing();
                more = rest((System.nanoTime() - start) * REST) && !nothing;
            }
        } catch (SQLException | RuntimeException error) {
            LOG.warn("The clean-up of expired records failed and is tried again in the next round", error);
        }
    }

    /** Waits, or returns false as soon as the schedule is closed. */
    private boolean rest(long nanos) throws InterruptedException {
        return !closed.await(nanos, TimeUnit.NANOSECONDS);
    }

    void close() {
        closed.countDown();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
