package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.proof.Wiretap.Moment;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Case O20: while a session elsewhere holds its snapshot open, nothing that was taken out can go for good; a relay that
 * drains much does not pass all of it again and again. {@code -Dyici.drained=1000000} is the long form.
 */
class HeldSnapshotTest {
    private static final int ROWS = Integer.getInteger("yici.drained", 30_000);
    private static final int ROWS_A_STATEMENT = 500;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void looksAndReadsDoNotPassAllThatWasDrained(TestDatabase kind) throws SQLException {
        try (Postbox postbox = Postbox.open(new Ground(kind, Ground.Level.OWN));
                Connection elsewhere = postbox.pool.getConnection()) {
            fill(postbox);
            holdSnapshot(elsewhere, kind);
            Watch watch = new Watch();
            CountingBroker broker = new CountingBroker();
            long start = System.nanoTime();
            try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, watch))
                            .withoutScheduledCleanUp()
                            .build();
                    Relay relay =
                            node.outbox().relay(broker, RelaySettings.defaults().pollEvery(Duration.ofMillis(20)))) {
                relay.start();
                Until.holds("all is sent", Duration.ofSeconds(40 + ROWS / 1000), () -> broker.taken() >= ROWS);
                postbox.nothingWaits();
                double seconds = (System.nanoTime() - start) / 1e9;
                System.out.printf("FIGURE O20 %s: %,d rows drained in %.1f s%n", kind, ROWS, seconds);
                watch.print(kind, seconds);
                assertThat(broker.taken()).isEqualTo(ROWS);
                assertThat(watch.growth("read")).isLessThan(50);
                assertThat(watch.share("sweep", seconds)).isLessThan(0.2);
                // A look passes what was taken out in the last seconds, as that may be followed by what commits late.
                AtomicInteger more = new AtomicInteger();
                Until.holds("a look no longer passes what was drained", () -> {
                    postbox.publishTogether(IntStream.range(0, 100)
                            .mapToObj(i -> Postbox.message("more-" + more.incrementAndGet()))
                            .toArray(Message[]::new));
                    postbox.nothingWaits();
                    return watch.last("look") < Math.max(10e6, watch.worst("look") / 5);
                });
                System.out.printf(
                        "FIGURE O20 %s look, settled: %.2f ms, after %d more messages%n",
                        kind, watch.last("look") / 1e6, more.get());
            }
            assertThat(broker.repeats()).isZero();
        }
    }

    /** Half of them in order, in some hundred lanes. */
    private static void fill(Postbox postbox) throws SQLException {
        String values = String.join(
                ", ", Collections.nCopies(ROWS_A_STATEMENT, "(?, ?, ?, 'orders', 'text', ?, 'waiting', 0, 0, 0)"));
        try (Connection connection = postbox.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO yici_outbox (message_id, shard,"
                    + " lane, destination, content_type, payload, state, tries, created_at, next_try_at) VALUES "
                    + values)) {
                for (int row = 0; row < ROWS; row += ROWS_A_STATEMENT) {
                    int next = 1;
                    for (int each = row; each < row + ROWS_A_STATEMENT; each++) {
                        insert.setString(next++, "drained-" + each);
                        insert.setInt(next++, each % 800 % 16);
                        insert.setObject(
                                next++, each % 2 == 0 ? (Long) (long) (each % 800) : null, java.sql.Types.BIGINT);
                        insert.setBytes(next++, new byte[20]);
                    }
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
        postbox.execute(postbox.database.kind() == TestDatabase.POSTGRESQL ? "ANALYZE yici_outbox" : "SELECT 1");
    }

    private static void holdSnapshot(Connection elsewhere, TestDatabase kind) throws SQLException {
        elsewhere.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        elsewhere.setAutoCommit(false);
        try (Statement statement = elsewhere.createStatement()) {
            statement.execute(
                    kind == TestDatabase.POSTGRESQL
                            ? "SELECT COUNT(*) FROM yici_shard"
                            : "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        }
    }

    /** How long what a relay asks takes. */
    private static final class Watch implements Wiretap.Ear {
        private final Map<String, List<Long>> nanos = new ConcurrentHashMap<>();
        private long since;

        @Override
        public void hears(Moment moment, List<String> statements) {
            if (moment == Moment.BEFORE_STATEMENT) {
                since = System.nanoTime();
            } else if (moment == Moment.AFTER_STATEMENT) {
                String kind = kindOf(statements.get(statements.size() - 1));
                nanos.computeIfAbsent(kind, any -> new CopyOnWriteArrayList<>()).add(System.nanoTime() - since);
            }
        }

        private static String kindOf(String sql) {
            if (sql.startsWith("select s.id, case")) {
                return "look";
            }
            if (sql.startsWith("select s.id, (")) {
                return "sweep";
            }
            if (sql.startsWith("select seq from") && sql.contains("lane in")) {
                return "earlier";
            }
            return sql.startsWith("select seq,") && sql.contains("seq >= ?") ? "read" : "other";
        }

        /** The median of the last fifth, in those of the first, not counting what is below a millisecond. */
        private double growth(String kind) {
            List<Long> all = nanos.getOrDefault(kind, List.of());
            int fifth = Math.max(1, all.size() / 5);
            assertThat(all).as(kind).hasSizeGreaterThan(5);
            return median(all.subList(all.size() - fifth, all.size())) / Math.max(1e6, median(all.subList(0, fifth)));
        }

        private double last(String kind) {
            List<Long> all = nanos.get(kind);
            return all.get(all.size() - 1);
        }

        private double worst(String kind) {
            return Collections.max(nanos.get(kind));
        }

        private double share(String kind, double seconds) {
            return sum(nanos.getOrDefault(kind, List.of())) / 1e9 / seconds;
        }

        private void print(TestDatabase database, double seconds) {
            new TreeMap<>(nanos).forEach((kind, all) -> {
                int fifth = Math.max(1, all.size() / 5);
                System.out.printf(
                        "FIGURE O20 %s %s: %d times, median of the first fifth %.2f ms, of the last %.2f ms, worst %.1f"
                                + " ms, %.1f %% of the time%n",
                        database,
                        kind,
                        all.size(),
                        median(all.subList(0, fifth)) / 1e6,
                        median(all.subList(all.size() - fifth, all.size())) / 1e6,
                        Collections.max(all) / 1e6,
                        100 * share(kind, seconds));
            });
        }

        private static double median(List<Long> some) {
            return some.stream().sorted().skip(some.size() / 2).findFirst().orElseThrow();
        }

        private static double sum(List<Long> some) {
            return some.stream().mapToLong(Long::longValue).sum();
        }
    }
}
