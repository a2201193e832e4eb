package io.yici.example.orders.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import io.yici.example.gateway.Switches;
import io.yici.services.FreshDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Buyers in rounds of ten, all at once, on two processes behind one database; in each round one process, drawn by
 * chance, is killed at a moment drawn by chance and started again. Afterwards the gateway behaves, everything settles
 * within a bound, and the books are compared.
 */
final class PaymentStorm implements AutoCloseable {
    private static final int ROUND = 10;
    private static final int KILL_WITHIN_MILLIS = 3_000;
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(3);

    private static final Switches MISBEHAVING = Switches.off()
            .with(Fault.DELAY, 0.08)
            .with(Fault.EXECUTE_LATE, 0.06)
            .with(Fault.TIME_OUT, 0.05)
            .with(Fault.LOSE, 0.08)
            .with(Fault.LOSE_ANSWER, 0.08)
            .with(Fault.DUPLICATE_CALLBACKS, 0.2)
            .with(Fault.SWAP_CALLBACKS, 0.2)
            .with(Fault.CALLBACK_BEFORE_ANSWER, 0.2)
            .with(Fault.DECLINE, 0.12)
            .with(Fault.ERROR_500_BEFORE, 0.06)
            .with(Fault.ERROR_500_AFTER, 0.06)
            .with(Fault.CRASH, 0.02)
            .lasting(1_500, 2_500, 700);

    private final long seed;
    private final Random chance;
    private final DataSource shop;
    private final Gateway gateway;
    private final Nodes nodes;
    private final Shopper shopper;
    private final Map<String, Integer> stockBefore;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Story> stories = new ArrayList<>();
    private int kills;

    private PaymentStorm(long seed, DataSource shop, Gateway gateway, Nodes nodes) throws SQLException {
        this.seed = seed;
        this.chance = new Random(seed);
        this.shop = shop;
        this.gateway = gateway;
        this.nodes = nodes;
        this.shopper = new Shopper(nodes);
        this.stockBefore = Books.stock(shop);
    }

    /** Starts a gateway and the two processes; closing ends them. */
    static PaymentStorm start(long seed, FreshDatabase database, Path directory) throws Exception {
        Gateway gateway = Gateway.start(
                Ports.free(),
                GatewayOptions.defaults()
                        .withSeed(seed)
                        .withLedger(directory.resolve("ledger.jsonl"))
                        .withCallbackPauses(Duration.ofMillis(200), Duration.ofSeconds(2)));
        try {
            Nodes nodes = Nodes.start(database, directory, StormSettings.with(gateway));
            return new PaymentStorm(seed, database.unpooled(), gateway, nodes);
        } catch (Exception | Error failed) {
            gateway.close();
            throw failed;
        }
    }

    /** Blocks until every buyer has ended and every killed process serves again. */
    void rage(int buyers) {
        gateway.set(MISBEHAVING);
        for (int first = 0; first < buyers; first += ROUND) {
            CompletableFuture<Void> killed = CompletableFuture.runAsync(
                    this::killOne,
                    CompletableFuture.delayedExecutor(
                            chance.nextInt(KILL_WITHIN_MILLIS), TimeUnit.MILLISECONDS, threads));
            List<CompletableFuture<Story>> living = IntStream.range(first, Math.min(buyers, first + ROUND))
                    .mapToObj(number -> new Buyer(Plan.of(seed, number), shopper, threads))
                    .map(buyer -> CompletableFuture.supplyAsync(buyer::live, threads))
                    .toList();
            living.forEach(story -> stories.add(story.join()));
            killed.join();
            System.out.println(stories.size() + " of " + buyers + " buyers, " + kills + " kills, "
                    + gateway.charges().size() + " charges, "
                    + gateway.refunds().size() + " refunds at the gateway");
        }
    }

    /** From now on the gateway behaves; waits until everything is settled, without anybody asking for it. */
    void calm() throws SQLException {
        gateway.set(Switches.off());
        awaitSettled();
    }

    /** Buyers who never got an answer ask again, under their keys. Returns what all have been told in the end. */
    List<Story> askAgain() throws SQLException {
        List<Story> answered = stories.stream()
                .map(story -> new Story(
                        story.plan(),
                        story.orderNo(),
                        story.told().stream()
                                .map(told -> told.isGivenUp() ? shopper.again(told) : told)
                                .toList()))
                .toList();
        awaitSettled();
        return answered;
    }

    /** Where books, ledger and what buyers were told disagree; and records whose outcome nobody knows. */
    List<String> disagreements(List<Story> answered) throws SQLException {
        List<String> found = new ArrayList<>(Audit.of(Books.read(shop, gateway), stockBefore, answered));
        found.addAll(Books.unknown(shop));
        return found;
    }

    int kills() {
        return kills;
    }

    /** Lines of the services' output that tell of a fault of their own. */
    List<String> failures() {
        return nodes.printed(Pattern.compile(" ERROR "));
    }

    private void killOne() {
        ServiceProcess victim = nodes.node(chance.nextInt(2));
        victim.kill();
        kills++;
        victim.start();
        try {
            victim.awaitReady();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private void awaitSettled() throws SQLException {
        long deadline = System.nanoTime() + SETTLED_WITHIN.toNanos();
        List<String> open = Books.open(shop, gateway);
        while (!open.isEmpty()) {
            assertThat(System.nanoTime()).as("settles; left are %s", open).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            open = Books.open(shop, gateway);
        }
    }

    @Override
    public void close() {
        nodes.close();
        gateway.close();
        threads.shutdownNow();
    }
}
