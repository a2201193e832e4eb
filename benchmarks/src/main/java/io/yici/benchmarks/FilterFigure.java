package io.yici.benchmarks;

import io.yici.benchmarks.Market.Request;
import io.yici.benchmarks.RequestCost.Mean;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** What the HTTP filter adds to a request beyond the engine, called by the same handler from inside its body. */
final class FilterFigure {
    private static final int REPLAYED_KEYS = 1_000;
    private static final int WARM_UPS = 3;

    private final Market market;
    private final int threads;
    private final int rounds;
    private final Duration turn;
    private final OrderClient client = new OrderClient();

    FilterFigure(Market market, int threads, int rounds, Duration turn) {
        this.market = market;
        this.threads = threads;
        this.rounds = rounds;
        this.turn = turn;
    }

    /** One thing that is asked of both servers. */
    private record Question(String name, Contestant.Step ofEngine, Contestant.Step ofFilter) {}

    void run() throws Exception {
        try (OrderServer engine = new OrderServer(market, EngineOrders.class, false);
                OrderServer filter = new OrderServer(market, FilterOrders.class, true);
                Crowd crowd = new Crowd(threads, turn)) {
            List<Question> questions = List.of(
                    new Question("write, 204", write(engine, "/order"), write(filter, "/order")),
                    new Question("write, 2 KB", write(engine, "/sheet"), write(filter, "/sheet")),
                    new Question("replay, 204", replay(engine, "/order"), replay(filter, "/order")),
                    new Question("replay, 2 KB", replay(engine, "/sheet"), replay(filter, "/sheet")));
            for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
                for (Question question : questions) {
                    crowd.rate(question.ofEngine());
                    crowd.rate(question.ofFilter());
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "%nF11 the HTTP filter against the engine called in the handler's body (%d threads, %d rounds of %d"
                            + " ms)%n  Microseconds a request of the thread that serves it, read by a filter around all"
                            + " others: without what%n  Tomcat does before and after, and without collector, compiler"
                            + " and database.%n",
                    threads,
                    rounds,
                    turn.toMillis());
            for (Question question : questions) {
                measure(question, crowd, engine.cost(), filter.cost());
            }
        }
    }

    private Contestant.Step write(OrderServer server, String path) {
        URI uri = server.uri(path);
        return () -> client.write(uri);
    }

    private Contestant.Step replay(OrderServer server, String path) throws Exception {
        URI uri = server.uri(path);
        Request request = Market.request();
        String[] keys = new String[REPLAYED_KEYS];
        for (int index = 0; index < keys.length; index++) {
            keys[index] = Market.key();
            client.send(uri, keys[index], request);
        }
        return () -> client.repeat(uri, keys[ThreadLocalRandom.current().nextInt(keys.length)], request);
    }

    private void measure(Question question, Crowd crowd, RequestCost engineCost, RequestCost filterCost)
            throws Exception {
        Mean[] engine = new Mean[rounds];
        Mean[] filter = new Mean[rounds];
        for (int round = 0; round < rounds; round++) {
            engine[round] = turn(crowd, question.ofEngine(), engineCost);
            filter[round] = turn(crowd, question.ofFilter(), filterCost);
        }
        double[] added = new double[rounds];
        double[] addedWall = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            added[round] = filter[round].cpu() - engine[round].cpu();
            addedWall[round] = filter[round].wall() - engine[round].wall();
        }
        System.out.printf(
                Locale.ROOT,
                "  %-14s CPU: engine %4.0f, filter %4.0f, added %s   wall: engine %5.0f, filter %5.0f, added %s%n",
                question.name(),
                Alternation.median(Arrays.stream(engine).mapToDouble(Mean::cpu).toArray()),
                Alternation.median(Arrays.stream(filter).mapToDouble(Mean::cpu).toArray()),
                spread(added),
                Alternation.median(Arrays.stream(engine).mapToDouble(Mean::wall).toArray()),
                Alternation.median(Arrays.stream(filter).mapToDouble(Mean::wall).toArray()),
                spread(addedWall));
    }

    private static Mean turn(Crowd crowd, Contestant.Step step, RequestCost cost) throws Exception {
        cost.take();
        crowd.rate(step);
        return cost.take();
    }

    private static String spread(double[] values) {
        return String.format(
                Locale.ROOT,
                "%.0f (%.0f to %.0f)",
                Alternation.median(values),
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow());
    }
}
