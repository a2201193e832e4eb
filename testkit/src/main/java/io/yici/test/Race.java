package io.yici.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Many threads behind one barrier, and what became of each. */
public final class Race {
    private final Duration limit;

    private Race(Duration limit) {
        this.limit = limit;
    }

    /** A race that must be over within {@code limit}; a runner that is not is a failure of the race. */
    public static Race within(Duration limit) {
        return new Race(limit);
    }

    /** Starts {@code runners} threads, lets them go at once and waits for all. */
    public <T extends @Nullable Object> List<Finish<T>> run(int runners, IntFunction<Callable<T>> course) {
        ExecutorService threads = Executors.newFixedThreadPool(runners, work -> {
            Thread thread = new Thread(work, "race");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CyclicBarrier barrier = new CyclicBarrier(runners);
            List<Future<Finish<T>>> running = new ArrayList<>();
            for (int runner = 0; runner < runners; runner++) {
                Callable<T> own = course.apply(runner);
                running.add(threads.submit(() -> {
                    barrier.await();
                    return finish(own);
                }));
            }
            long deadline = System.nanoTime() + limit.toNanos();
            List<Finish<T>> finishes = new ArrayList<>();
            for (Future<Finish<T>> one : running) {
                finishes.add(one.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
            }
            return finishes;
        } catch (TimeoutException late) {
            throw new AssertionError("a runner hangs: the race was not over within " + limit, late);
        } catch (Exception failed) {
            throw new AssertionError("the race could not be run", failed);
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T extends @Nullable Object> Finish<T> finish(Callable<T> course) {
        try {
            return new Finish<>(course.call(), null);
        } catch (Throwable thrown) {
            return new Finish<>(null, thrown);
        }
    }

    /**
     * How one runner ended.
     *
     * @param value what it returned; null when it threw
     * @param thrown what it threw, or null
     */
    public record Finish<T extends @Nullable Object>(
            @Nullable T value, @Nullable Throwable thrown) {
        /** What it returned; fails with what it threw as the cause. */
        @SuppressWarnings("NullAway") // null only where T has null
        public T answer() {
            if (thrown != null) {
                throw new AssertionError("the runner threw", thrown);
            }
            return value;
        }

        /** Whether it returned. */
        public boolean returned() {
            return thrown == null;
        }
    }
}
