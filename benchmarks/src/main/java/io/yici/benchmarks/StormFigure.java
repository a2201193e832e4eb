package io.yici.benchmarks;

import io.yici.IdempotencyException;
import io.yici.benchmarks.Market.Receipt;
import io.yici.benchmarks.Market.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A hundred identical requests at once, again and again, and what an unrelated request feels of it. */
final class StormFigure {
    private static final int DUPLICATES = 100;
    private static final int UNRELATED = 1_000;

    private final Market market;
    private final int rounds;
    private final AtomicInteger storms = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger executed = new AtomicInteger();
    private volatile int mostConnections;

    StormFigure(Market market, int rounds) {
        this.market = market;
        this.rounds = rounds;
    }

    void run() throws Exception {
        unrelated();
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double quiet = percentile99(unrelated());
            AtomicBoolean blowing = new AtomicBoolean(true);
            List<Thread> storm = storm(blowing);
            double loud = percentile99(unrelated());
            blowing.set(false);
            for (Thread thread : storm) {
                thread.join();
            }
            ratios[round] = loud / quiet;
        }
        System.out.printf(
                Locale.ROOT,
                "%nF4 storms of %d identical requests%n  unrelated p99, stormy / quiet: %.2f (%.2f-%.2f)%n"
                        + "  storms %d, executions %d, refused in progress %d, most connections in use %d%n",
                DUPLICATES,
                Alternation.median(ratios),
                Arrays.stream(ratios).min().orElseThrow(),
                Arrays.stream(ratios).max().orElseThrow(),
                storms.get(),
                executed.get(),
                refused.get(),
                mostConnections);
    }

    private List<Thread> storm(AtomicBoolean blowing) {
        String[] key = {Market.key()};
        Request request = Market.request();
        CyclicBarrier barrier = new CyclicBarrier(DUPLICATES, () -> {
            key[0] = Market.key();
            storms.incrementAndGet();
            mostConnections =
                    Math.max(mostConnections, market.pool.getHikariPoolMXBean().getActiveConnections());
        });
        List<Thread> threads = new ArrayList<>();
        AtomicBoolean broken = new AtomicBoolean();
        for (int duplicate = 0; duplicate < DUPLICATES; duplicate++) {
            Thread thread = new Thread(() -> {
                while (blowing.get() && !broken.get()) {
                    try {
                        barrier.await(5, java.util.concurrent.TimeUnit.SECONDS);
                        call(key[0], request);
                    } catch (Exception over) {
                        broken.set(true);
                        barrier.reset();
                    }
                }
                broken.set(true);
                barrier.reset();
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private void call(String key, Request request) throws Exception {
        try {
            boolean replayed = market.yici
                    .once(
                            Market.operation(key),
                            request,
                            Receipt.class,
                            connection -> Market.place(connection, request))
                    .replayed();
            if (!replayed) {
                executed.incrementAndGet();
            }
        } catch (IdempotencyException inProgress) {
            refused.incrementAndGet();
        }
    }

    private double[] unrelated() throws Exception {
        double[] times = new double[UNRELATED];
        for (int index = 0; index < UNRELATED; index++) {
            Request request = Market.request();
            long start = System.nanoTime();
            market.yici.once(
                    Market.operation(Market.key()),
                    request,
                    Receipt.class,
                    connection -> Market.place(connection, request));
            times[index] = System.nanoTime() - start;
        }
        return times;
    }

    private static double percentile99(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[(int) (sorted.length * 0.99)];
    }
}
