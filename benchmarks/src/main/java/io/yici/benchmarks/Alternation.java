package io.yici.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs contestants in turn, A B C A B C …, and compares each with the first of them round by round. */
final class Alternation {
    private final int threads;
    private final int rounds;
    private final Duration turn;

    Alternation(int threads, int rounds, Duration turn) {
        this.threads = threads;
        this.rounds = rounds;
        this.turn = turn;
    }

    /** Prints units a second and, against each earlier contestant, the median ratio with its spread. */
    void run(String title, List<Contestant> contestants) throws Exception {
        double[][] rates = new double[contestants.size()][rounds];
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Contestant contestant : contestants) {
                rate(pool, contestant); // warms up
            }
            for (int round = 0; round < rounds; round++) {
                for (int index = 0; index < contestants.size(); index++) {
                    rates[index][round] = rate(pool, contestants.get(index));
                }
            }
        } finally {
            pool.shutdownNow();
        }
        print(title, contestants, rates);
    }

    private double rate(ExecutorService pool, Contestant contestant) throws Exception {
        long start = System.nanoTime();
        long end = start + turn.toNanos();
        List<Callable<Long>> runners = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            runners.add(() -> {
                long done = 0;
                while (System.nanoTime() < end) {
                    contestant.step().run();
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

    private void print(String title, List<Contestant> contestants, double[][] rates) {
        System.out.printf(
                Locale.ROOT, "%n%s (%d threads, %d rounds of %d ms)%n", title, threads, rounds, turn.toMillis());
        for (int index = 0; index < contestants.size(); index++) {
            System.out.printf(
                    Locale.ROOT, "  %-40s %,10.0f/s", contestants.get(index).name(), median(rates[index]));
            for (int other = 0; other < index; other++) {
                double[] ratios = new double[rounds];
                for (int round = 0; round < rounds; round++) {
                    ratios[round] = rates[index][round] / rates[other][round];
                }
                System.out.printf(
                        Locale.ROOT,
                        "   / %s: %.2f (%.2f-%.2f)",
                        contestants.get(other).name(),
                        median(ratios),
                        Arrays.stream(ratios).min().orElseThrow(),
                        Arrays.stream(ratios).max().orElseThrow());
            }
            System.out.println();
        }
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
