package io.yici.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several threads that take a turn at one thing: each does it again and again until the turn is over. */
final class Crowd implements AutoCloseable {
    private final int threads;
    private final Duration turn;
    private final ExecutorService pool;

    Crowd(int threads, Duration turn) {
        this.threads = threads;
        this.turn = turn;
        this.pool = Executors.newFixedThreadPool(threads);
    }

    /** Takes a turn; units done a second. */
    double rate(Contestant.Step step) throws Exception {
        long start = System.nanoTime();
        long end = start + turn.toNanos();
        List<Callable<Long>> runners = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            runners.add(() -> {
                long done = 0;
                while (System.nanoTime() < end) {
                    step.run();
                    done++;
                }
                return done;
            });
        }
        long done = 0;
        for (Future<Long> runner : pool.invokeAll(runners)) {
            done += runner.get();
        }
        return done * 1e9 / (System.nanoTime() - start);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
