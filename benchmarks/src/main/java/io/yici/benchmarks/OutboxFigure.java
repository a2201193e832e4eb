package io.yici.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Relays in turn, each over as many messages as it sends in some tenths of a second; only the sending is timed. */
final class OutboxFigure {
    private final Market market;
    private final int rounds;

    OutboxFigure(Market market, int rounds) {
        this.market = market;
        this.rounds = rounds;
    }

    void run() throws Exception {
        List<Drain> drains = new ArrayList<>();
        try {
            drains.add(new HandWrittenOutbox(market.pool));
            drains.add(new YiciDrain(market));
            drains.add(new GruelboxDrain(market.pool));
            drains.add(new DbSchedulerDrain(market.pool));
            drains.add(new NamastackDrain(market.database));
            measure(drains);
        } finally {
            drains.forEach(Drain::close);
        }
    }

    private void measure(List<Drain> drains) throws Exception {
        double[][] rates = new double[drains.size()][rounds];
        for (Drain drain : drains) {
            rate(drain); // warms up
        }
        for (int round = 0; round < rounds; round++) {
            for (int index = 0; index < drains.size(); index++) {
                rates[index][round] = rate(drains.get(index));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nF10 messages relayed to a sender that does nothing, batches of %d (1 thread, %d rounds)%n",
                HandWrittenOutbox.BATCH,
                rounds);
        Alternation.print(drains.stream().map(Drain::name).toList(), rates);
    }

    private static double rate(Drain drain) throws Exception {
        drain.fill(drain.turn());
        long start = System.nanoTime();
        drain.empty();
        return drain.turn() * 1e9 / (System.nanoTime() - start);
    }
}
