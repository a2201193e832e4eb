package io.yici.benchmarks;

import io.yici.benchmarks.Market.Receipt;
import io.yici.benchmarks.Market.Request;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures and prints. Arguments: which figures (F1 F4 F5 F9 F10 F11 F13; all by default), then {@code --rounds N} and
 * {@code --turn-millis N}.
 */
public final class Figures {
    private static final int THREADS = 8;
    private static final int REPLAYED_KEYS = 1_000;

    private static final Set<String> DATABASE_FIGURES = Set.of("F1", "F4", "F5", "F9", "F10", "F11");

    private Figures() {}

    /** Starts what the figures need, measures, stops it. */
    public static void main(String[] arguments) throws Exception {
        Set<String> wanted = Set.of(arguments);
        boolean all = wanted.stream().noneMatch(argument -> argument.startsWith("F"));
        int rounds = option(arguments, "--rounds", 7);
        Duration turn = Duration.ofMillis(option(arguments, "--turn-millis", 3_000));
        Alternation alternation = new Alternation(THREADS, rounds, turn);
        if (all || wanted.contains("F13")) {
            new RedisFigure(alternation).run();
        }
        if (!all && wanted.stream().noneMatch(DATABASE_FIGURES::contains)) {
            return;
        }
        try (Market market = new Market()) {
            HandWritten byHand = new HandWritten(market.pool);
            if (all || wanted.contains("F1")) {
                writes(market, byHand, alternation);
            }
            if (all || wanted.contains("F5")) {
                replays(market, byHand, alternation);
            }
            if (all || wanted.contains("F4")) {
                new StormFigure(market, rounds).run();
            }
            if (all || wanted.contains("F11")) {
                new FilterFigure(market, THREADS, rounds, turn).run();
            }
            if (all || wanted.contains("F9")) {
                new InboxFigure(market, new Alternation(1, rounds, turn)).run();
            }
            if (all || wanted.contains("F10")) {
                new OutboxFigure(market, rounds).run();
            }
        }
    }

    private static void writes(Market market, HandWritten byHand, Alternation alternation) throws Exception {
        alternation.run(
                "F1, F3 a protected write of a fresh key, answer stored",
                List.of(
                        new Contestant("bare", () -> byHand.bare(Market.request())),
                        new Contestant("by hand, one commit", () -> byHand.oneCommit(Market.key(), Market.request())),
                        new Contestant(
                                "by hand, three commits", () -> byHand.threeCommits(Market.key(), Market.request())),
                        new Contestant("yici", () -> once(market, Market.key(), Market.request()))));
    }

    private static void replays(Market market, HandWritten byHand, Alternation alternation) throws Exception {
        Request request = Market.request();
        String[] keys = new String[REPLAYED_KEYS];
        for (int index = 0; index < keys.length; index++) {
            keys[index] = Market.key();
            byHand.oneCommit(keys[index], request);
            once(market, keys[index], request);
        }
        alternation.run(
                "F5 a replay from the database",
                List.of(
                        new Contestant("by hand, one select", () -> byHand.replay(any(keys), request)),
                        new Contestant("yici", () -> once(market, any(keys), request))));
    }

    private static void once(Market market, String key, Request request) throws Exception {
        market.yici.once(
                Market.operation(key), request, Receipt.class, connection -> Market.place(connection, request));
    }

    private static String any(String[] keys) {
        return keys[ThreadLocalRandom.current().nextInt(keys.length)];
    }

    private static int option(String[] arguments, String name, int otherwise) {
        for (int index = 0; index < arguments.length - 1; index++) {
            if (arguments[index].equals(name)) {
                return Integer.parseInt(arguments[index + 1]);
            }
        }
        return otherwise;
    }
}
