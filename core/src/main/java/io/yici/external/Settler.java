package io.yici.external;

import io.yici.IdempotencyException;
import io.yici.internal.StepSystem;
import java.time.Duration;
import java.util.List;
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

    /** How long is waited for what is under way, and once more after its interruption. */
    private static final Duration JOIN = Duration.ofMillis(2_500);

    private final StepSystem system;
    private final int batch;
    private @Nullable List<Schedule> schedules;

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
        return system.round(system.operations(), batch);
    }

    /**
     * Does so every so often, roughly, until closed, on a daemon thread for each kind of calls: another system that
     * takes its time keeps no calls of others waiting. Failures are logged and tried again.
     */
    public synchronized void start(Duration every) {
        if (schedules != null) {
            throw new IllegalStateException("the settler is started already");
        }
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("every must be positive, not " + every);
        }
        schedules = system.operations().stream()
                .map(operation -> new Schedule(operation, every.toNanos()))
                .toList();
        schedules.forEach(schedule -> schedule.thread.start());
    }

    /** Whether it runs by itself. */
    public synchronized boolean isStarted() {
        return schedules != null;
    }

    /** Ends the threads after the exchanges under way, which are interrupted; waits for them a few seconds at most. */
    @Override
    public synchronized void close() {
        if (schedules != null) {
            end(schedules);
            schedules = null;
        }
    }

    private static void end(List<Schedule> ending) {
        ending.forEach(schedule -> schedule.closed.countDown());
        try {
            join(ending);
            ending.forEach(schedule -> schedule.thread.interrupt());
            join(ending);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(List<Schedule> ending) throws InterruptedException {
        long deadline = System.nanoTime() + JOIN.toNanos();
        for (Schedule schedule : ending) {
            schedule.thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
    }

    private final class Schedule implements Runnable {
        private final String operation;
        private final long everyNanos;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread thread;

        private Schedule(String operation, long everyNanos) {
            this.operation = operation;
            this.everyNanos = everyNanos;
            this.thread = new Thread(this, "yici-settler-" + operation);
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
                SettlerRound round = system.round(List.of(operation), batch);
                return round.settled() >= batch;
            } catch (RuntimeException | Error failed) {
                LOG.warn("The settler's round failed and is tried again", failed);
                return false;
            }
        }

        private boolean rest(long nanos) throws InterruptedException {
            return !closed.await(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
