package io.yici.external;

import io.yici.IdempotencyException;
import io.yici.internal.StepSystem;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes on with calls that nobody is at: queued ones, those whose process died, and those whose end is not known. Any
 * number of nodes may run one; each call is taken up by one of them under a lease. Thread-safe.
 */
public final class Settler implements AutoCloseable {
    /** Most calls of one round, when nothing else is said. */
    public static final int BATCH = 50;

    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    private final StepSystem system;
    private final int batch;
    private @Nullable Schedule schedule;

    Settler(StepSystem system, int batch) {
        if (batch < 1 || batch > 10_000) {
            throw new IllegalArgumentException("batch must be 1 to 10000, not " + batch);
        }
        this.system = system;
        this.batch = batch;
    }

    /**
     * Goes on with what is due now, the most overdue first, one after the other: blocks for each of their exchanges
     * with the other systems. Outside of every transaction.
     *
     * @throws IdempotencyException the store failed before anything was taken up
     */
    public SettlerRound runOnce() {
        return system.round(batch);
    }

    /** Does so every so often, roughly, on a daemon thread, until closed. Failures are logged and tried again. */
    public synchronized void start(Duration every) {
        if (schedule != null) {
            throw new IllegalStateException("the settler is started already");
        }
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("every must be positive, not " + every);
        }
        schedule = new Schedule(every.toNanos());
        schedule.thread.start();
    }

    /** Whether it runs by itself. */
    public synchronized boolean isStarted() {
        return schedule != null;
    }

    /** Ends the thread after the exchange under way, which is interrupted; waits for it a few seconds at most. */
    @Override
    public synchronized void close() {
        if (schedule != null) {
            schedule.close();
            schedule = null;
        }
    }

    private final class Schedule implements Runnable {
        private static final long JOIN_MILLIS = 5_000;

        private final long everyNanos;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread thread;

        private Schedule(long everyNanos) {
            this.everyNanos = everyNanos;
            this.thread = new Thread(this, "yici-settler");
            thread.setDaemon(true);
        }

        /** Nodes started together spread out. A full round is followed by the next one at once. */
        @Override
        public void run() {
            try {
                boolean open =
                        rest((long) (everyNanos * ThreadLocalRandom.current().nextDouble()));
                while (open) {
                    boolean full = round();
                    open = rest(
                            full
                                    ? 0
                                    : (long) (everyNanos
                                            * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
                }
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean round() {
            try {
                SettlerRound round = runOnce();
                return round.settled() >= batch;
            } catch (RuntimeException | Error failed) {
                LOG.warn("The settler's round failed and is tried again", failed);
                return false;
            }
        }

        private boolean rest(long nanos) throws InterruptedException {
            return !closed.await(nanos, TimeUnit.NANOSECONDS);
        }

        private void close() {
            closed.countDown();
            try {
                thread.join(JOIN_MILLIS / 2);
                thread.interrupt();
                thread.join(JOIN_MILLIS / 2);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
