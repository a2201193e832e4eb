package io.yici.example.orders.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Buyers that order, and cancel a third of it, while the services and the broker are killed in turn by chance. */
final class FollowUpStorm {
    private static final Duration QUIET_WITHIN = Duration.ofMinutes(3);
    private static final int ROUND = 10;

    private final Random chance;
    private final Nodes nodes;
    private final ServiceProcess fulfilment;
    private final StormBroker broker;
    private final Shopper shopper;
    private final Map<String, String> told = new ConcurrentHashMap<>();
    private int kills;

    FollowUpStorm(long seed, Nodes nodes, ServiceProcess fulfilment, StormBroker broker) {
        this.chance = new Random(seed);
        this.nodes = nodes;
        this.fulfilment = fulfilment;
        this.broker = broker;
        this.shopper = new Shopper(nodes);
    }

    /** What buyers were told: the numbers of their orders, each on or off. */
    Map<String, String> told() {
        return told;
    }

    int kills() {
        return kills;
    }

    /** Blocks until every buyer has an answer and everything serves again; each round one is killed in the middle. */
    void rage(int orders) throws Exception {
        ExecutorService buyers = Executors.newSingleThreadExecutor();
        try {
            for (int first = 0; first < orders; first += ROUND) {
                int from = first;
                int to = Math.min(orders, first + ROUND);
                long seed = chance.nextLong();
                Future<?> round = buyers.submit(() -> buy(from, to, new Random(seed)));
                new CountDownLatch(1).await(chance.nextInt(1_000), TimeUnit.MILLISECONDS);
                killOne(first / ROUND);
                round.get(QUIET_WITHIN.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            buyers.shutdownNow();
        }
    }

    private void buy(int from, int to, Random luck) {
        for (int number = from; number < to; number++) {
            Told placed = shopper.call("order", "k" + number, "/api/orders", "{\"sku\":\"TEA-1\",\"quantity\":1}");
            assertThat(placed.status()).as("%s", placed).isEqualTo(201);
            String orderNo = placed.text("orderNo");
            if (luck.nextInt(3) == 0) {
                Told cancelled =
                        shopper.call("cancellation", "c" + number, "/api/orders/" + orderNo + "/cancellation", "{}");
                assertThat(cancelled.status()).as("%s", cancelled).isEqualTo(200);
                told.put(orderNo, "off");
            } else {
                told.put(orderNo, "on");
            }
        }
    }

    private void killOne(int round) throws InterruptedException {
        kills++;
        switch (round % 3) {
            case 0 -> restart(fulfilment);
            case 1 -> {
                broker.crash();
                broker.restart();
            }
            default -> restart(nodes.node(chance.nextInt(2)));
        }
    }

    private static void restart(ServiceProcess process) throws InterruptedException {
        process.kill();
        process.start();
        process.awaitReady();
    }

    /** Everything was sent and handled; nothing waits for a person. */
    void awaitQuiet(DataSource shop, DataSource books) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + QUIET_WITHIN.toNanos();
        while (FollowUpBooks.number(shop, "SELECT COUNT(*) FROM yici_outbox") > 0
                || FollowUpBooks.number(books, "SELECT COUNT(*) FROM yici_parked") > 0
                || !FollowUpBooks.read(shop, books).agree()) {
            assertThat(System.nanoTime())
                    .as("%s", FollowUpBooks.read(shop, books))
                    .isLessThan(deadline);
            new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
        }
    }
}
