package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.Cleanup;
import io.yici.jdbc.JdbcYici;
import io.yici.outbox.OutboxSettings;
import io.yici.outbox.Relay;
import io.yici.proof.Wiretap.Moment;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Case O22: messages that were sent and kept are cleaned up in bounded batches by two nodes while others publish and
 * relay. {@code -Dyici.kept=2000000} is the long form.
 */
class KeptMessagesTest {
    private static final int ROWS = Integer.getInteger("yici.kept", 20_000);
    private static final int ROWS_A_STATEMENT = 500;
    private static final int BATCH = 500;
    private static final long HOUR = Duration.ofHours(1).toMillis();

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void theyGoInBatchesWhileSendingGoesOn(TestDatabase kind) throws Exception {
        try (Postbox postbox =
                Postbox.open(new Ground(kind, Ground.Level.OWN), new OutboxSettings(Duration.ofHours(1)))) {
            fill(postbox, ROWS, -HOUR);
            fill(postbox, ROWS, HOUR);
            Conflicts conflicts = new Conflicts();
            CountingBroker broker = new CountingBroker();
            AtomicBoolean cleaning = new AtomicBoolean(true);
            AtomicInteger published = new AtomicInteger();
            int during;
            double seconds;
            double alone;
            try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, conflicts))
                            .withoutScheduledCleanUp()
                            .build();
                    Relay relay =
                            node.outbox(new OutboxSettings(Duration.ofHours(1))).relay(broker, Postbox.QUICK)) {
                relay.start();
                alone = sendingRate(postbox, broker, published);
                Running<Boolean> publishing = Running.of(() -> {
                    while (cleaning.get()) {
                        publishSome(postbox, published);
                    }
                    return true;
                });
                int before = broker.taken();
                long start = System.nanoTime();
                List<Running<List<Integer>>> cleaners = List.of(
                        Running.of(() -> batches(postbox.yici.cleanup())), Running.of(() -> batches(node.cleanup())));
                List<Integer> batches = new ArrayList<>();
                for (Running<List<Integer>> cleaner : cleaners) {
                    batches.addAll(cleaner.task().get());
                }
                seconds = (System.nanoTime() - start) / 1e9;
                during = broker.taken() - before;
                cleaning.set(false);
                publishing.result();
                postbox.nothingWaits();
                assertThat(batches).allSatisfy(size -> assertThat(size).isBetween(0, BATCH));
                assertThat(batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(ROWS);
            }
            System.out.printf(
                    "FIGURE O22 %s: %,d of %,d kept messages removed in %.1f s, %.0f messages/s sent meanwhile, %.0f"
                            + " before; longest look for what is over %.0f ms%n",
                    kind, ROWS, 2 * ROWS, seconds, during / seconds, alone, conflicts.longestLook / 1e6);
            assertThat(during).isPositive();
            assertThat(conflicts.seen).isEmpty();
            assertThat(broker.taken()).isEqualTo(published.get());
            assertThat(broker.repeats()).isZero();
            assertThat(postbox.count("sent")).isEqualTo(ROWS + published.get());
        }
    }

    private static double sendingRate(Postbox postbox, CountingBroker broker, AtomicInteger published) {
        long start = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            publishSome(postbox, published);
        }
        postbox.nothingWaits();
        return broker.taken() / ((System.nanoTime() - start) / 1e9);
    }

    private static void publishSome(Postbox postbox, AtomicInteger published) {
        for (int i = 0; i < 10; i++) {
            int number = published.getAndIncrement();
            postbox.publish(message("new-" + number).orderedBy("key " + number % 50));
        }
    }

    /** How many went in each. */
    private static List<Integer> batches(Cleanup cleanup) throws SQLException {
        List<Integer> sizes = new ArrayList<>();
        for (Cleanup.Result result = cleanup.runBatch(); result.messages() > 0; result = cleanup.runBatch()) {
            sizes.add(result.messages());
        }
        return sizes;
    }

    /** Sent ones that were to be kept until so many milliseconds from now. */
    private static void fill(Postbox postbox, int rows, long keptFor) throws SQLException {
        String values = String.join(
                ", ", Collections.nCopies(ROWS_A_STATEMENT, "(?, ?, 'orders', 'text', ?, 'sent', 0, 0, 0, ?)"));
        long now = System.currentTimeMillis();
        try (Connection connection = postbox.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO yici_outbox (message_id, shard,"
                    + " destination, content_type, payload, state, tries, created_at, next_try_at, keep_until) VALUES "
                    + values)) {
                for (int row = 0; row < rows; row += ROWS_A_STATEMENT) {
                    int next = 1;
                    for (int each = row; each < row + ROWS_A_STATEMENT; each++) {
                        insert.setString(next++, (keptFor < 0 ? "over-" : "kept-") + each);
                        insert.setInt(next++, each % 16);
                        insert.setBytes(next++, new byte[20]);
                        insert.setLong(next++, now + keptFor);
                    }
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    /** What one node was refused by the database. */
    private static final class Conflicts implements Wiretap.Ear {
        private final Queue<String> seen = new ConcurrentLinkedQueue<>();
        private final ThreadLocal<Long> since = ThreadLocal.withInitial(System::nanoTime);
        private volatile long longestLook;

        @Override
        public void hears(Moment moment, List<String> statements) {
            if (moment == Moment.BEFORE_STATEMENT) {
                since.set(System.nanoTime());
            } else if (moment == Moment.AFTER_STATEMENT
                    && statements.get(statements.size() - 1).contains("state = 'sent' and keep_until <=")) {
                longestLook = Math.max(longestLook, System.nanoTime() - since.get());
            }
        }

        @Override
        public void fails(List<String> statements, Throwable failure) {
            seen.add(failure + " at " + statements);
        }
    }
}
