package io.yici.benchmarks;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
        run(title, 1, contestants);
    }

    /** The same where one step does several units. */
    void run(String title, int unitsPerStep, List<Contestant> contestants) throws Exception {
        double[][] rates = new double[contestants.size()][rounds];
        try (Crowd crowd = new Crowd(threads, turn)) {
            for (Contestant contestant : contestants) {
                crowd.rate(contestant.step()); // warms up
            }
            for (int round = 0; round < rounds; round++) {
                for (int index = 0; index < contestants.size(); index++) {
                    rates[index][round] = crowd.rate(contestants.get(index).step()) * unitsPerStep;
                }
            }
        }
        System.out.printf(
                Locale.ROOT, "%n%s (%d threads, %d rounds of %d ms)%n", title, threads, rounds, turn.toMillis());
        print(contestants.stream().map(Contestant::name).toList(), rates);
    }

    /** Prints the median of each one's rates and its ratios to the earlier ones. */
    static void print(List<String> names, double[][] rates) {
        int rounds = rates[0].length;
        for (int index = 0; index < names.size(); index++) {
            System.out.printf(Locale.ROOT, "  %-40s %,10.0f/s", names.get(index), median(rates[index]));
            for (int other = 0; other < index; other++) {
                double[] ratios = new double[rounds];
                for (int round = 0; round < rounds; round++) {
                    ratios[round] = rates[index][round] / rates[other][round];
                }
                System.out.printf(
                        Locale.ROOT,
                        "   / %s: %.2f (%.2f-%.2f)",
                        names.get(other),
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
