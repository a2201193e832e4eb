package io.yici.messaging.chaos;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.brokers.KafkaBroker;
import io.yici.jdbc.JdbcYici;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Producers, relays and consumers in processes of their own, killed at random and started again, and a broker that
 * crashes in between; then the ledger is counted. What is killed and when follows from the seed; what the processes are
 * doing at that time does not.
 */
final class ChaosRun implements AutoCloseable {
    private static final int PARTITIONS = 6;
    private static final Duration MOST = Duration.ofMinutes(5);

    private final Plan plan;
    private final Random random;
    private final FreshDatabase database;
    private final HikariDataSource pool;
    private final KafkaBroker broker = KafkaBroker.start();
    private final Path directory;
    private final List<Child> producers = new ArrayList<>();
    private final List<Child> others = new ArrayList<>();
    private final List<Ledger> producerLedgers = new ArrayList<>();
    private final List<Ledger> consumerLedgers = new ArrayList<>();
    private int kills;
    private int crashes;

    /** @param kills how many processes are killed; {@code crashes}: how often the broker is */
    record Plan(
            TestDatabase database,
            long seed,
            int messages,
            int keys,
            int producers,
            int relays,
            int consumers,
            int kills,
            int crashes) {}

    ChaosRun(Plan plan) throws Exception {
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.database = plan.database().create("chaos");
        this.pool = database.pool(2);
        this.directory = Files.createDirectories(Path.of("target", "chaos-" + database.name()));
        JdbcYici.on(pool)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build()
                .close();
        try (Connection connection = database.unpooled().getConnection()) {
            Shop.create(connection, plan.keys());
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(Shop.TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        IntStream.range(0, plan.producers()).forEach(this::addProducer);
        IntStream.range(0, plan.relays())
                .forEach(own -> others.add(child("relay-" + own, Relaying.class, broker.bootstrapServers())));
        IntStream.range(0, plan.consumers()).forEach(this::addConsumer);
    }

    /** Runs it, and prints what it found. */
    Verdict run() throws Exception {
        long start = System.nanoTime();
        System.out.println("chaos: " + plan);
        for (Child child : producers) {
            child.start();
        }
        for (Child child : others) {
            child.start();
        }
        for (Blow blow : blows()) {
            await("what is applied to reach " + blow.applied(), () -> applied() >= blow.applied());
            strike(blow);
        }
        await("the producers to finish", () -> producers.stream().allMatch(Child::isFinished));
        await("all to be applied", () -> verdict().lost() == 0);
        // Whatever would still be applied a second time.
        LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
        Verdict verdict = verdict();
        System.out.printf(
                Locale.ROOT,
                "chaos: %s seed %d: %d kills, %d broker crashes, %d duplicates met, %.1f s: %s%n",
                plan.database(),
                plan.seed(),
                kills,
                crashes,
                duplicates(),
                (System.nanoTime() - start) / 1e9,
                verdict);
        return verdict;
    }

    /**
     * Spread over the work: each falls when so many messages were applied, so that there is always something to hit.
     */
    private List<Blow> blows() {
        List<Blow> blows = new ArrayList<>();
        for (int blow = 0; blow < plan.kills() + plan.crashes(); blow++) {
            blows.add(new Blow(random.nextInt(plan.messages() * 9 / 10), blow < plan.kills(), random.nextInt()));
        }
        blows.sort(Comparator.comparingInt(Blow::applied));
        return blows;
    }

    private record Blow(int applied, boolean kill, int chance) {}

    private void strike(Blow blow) throws Exception {
        if (blow.kill()) {
            List<Child> alive = alive();
            if (alive.isEmpty()) {
                // Blows that fall at once have hit all of them.
                revive();
                alive = alive();
            }
            alive.get(Math.floorMod(blow.chance(), alive.size())).kill();
            kills++;
        } else {
            broker.crash();
            LockSupport.parkNanos(
                    Duration.ofMillis(Math.floorMod(blow.chance(), 2_000)).toNanos());
            broker.restart();
            crashes++;
        }
    }

    private List<Child> alive() {
        return Stream.concat(producers.stream(), others.stream())
                .filter(Child::isAlive)
                .toList();
    }

    private int applied() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return Shop.number(connection, "SELECT COUNT(*) FROM applied");
        }
    }

    /** Starts what was killed, until it is so. */
    private void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not within " + MOST.toMinutes() + " minutes: " + what + "; "
                        + verdict() + "; logs in " + directory);
            }
            revive();
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private void revive() throws Exception {
        for (Child child : producers) {
            if (!child.isAlive() && !child.isFinished()) {
                child.start();
            }
        }
        for (Child child : others) {
            if (!child.isAlive()) {
                child.start();
            }
        }
    }

    private Verdict verdict() throws SQLException {
        long committed = producerLedgers.stream()
                .flatMap(ledger -> ledger.lines().stream())
                .filter(line -> line.startsWith("committed "))
                .distinct()
                .count();
        try (Connection connection = pool.getConnection()) {
            return Verdict.of(connection, (int) committed);
        }
    }

    private long duplicates() {
        return consumerLedgers.stream()
                .mapToLong(ledger -> ledger.lines().size())
                .sum();
    }

    private void addProducer(int own) {
        String file = directory.resolve("producer-" + own + ".ledger").toString();
        producerLedgers.add(Ledger.at(file));
        producers.add(child(
                "producer-" + own,
                Producing.class,
                String.valueOf(own),
                String.valueOf(plan.producers()),
                String.valueOf(plan.messages()),
                String.valueOf(plan.keys()),
                file));
    }

    private void addConsumer(int own) {
        String file = directory.resolve("consumer-" + own + ".ledger").toString();
        consumerLedgers.add(Ledger.at(file));
        others.add(child("consumer-" + own, Consuming.class, broker.bootstrapServers(), "consumer-" + own, file));
    }

    private Child child(String name, Class<?> role, String... more) {
        List<String> arguments = new ArrayList<>(List.of(database.jdbcUrl(), database.user(), database.password()));
        arguments.addAll(List.of(more));
        return new Child(name, role, directory, arguments);
    }

    /** Ends what it has started. */
    @Override
    public void close() throws Exception {
        for (Child child : producers) {
            child.kill();
        }
        for (Child child : others) {
            child.kill();
        }
        broker.close();
        database.close();
    }
}
