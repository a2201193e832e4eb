package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.ExpiredException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.jdbc.Cleanup;
import io.yici.proof.Shop.Receipt;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clean-up of 100,000 expired rows by two nodes while the foreground writes: cases B45, O22, O23. */
class CleanupUnderLoadTest {
    private static final int ROWS = 100_000;
    private static final int ROWS_A_STATEMENT = 500;
    private static final long HOUR = Duration.ofHours(1).toMillis();

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB", "SQLITE"})
    void expiredRowsGoWhileTheForegroundWritesAndTombstonesStillRefuse(TestDatabase kind) throws Exception {
        try (Shop shop = Shop.open(
                new Ground(kind, Ground.Level.OWN),
                8,
                builder -> builder.defaults(OperationSettings.defaults().retries(20)))) {
            fill(shop);
            Operation expired = expiredOperation(shop);
            AtomicBoolean cleaning = new AtomicBoolean(true);
            AtomicInteger placed = new AtomicInteger();
            List<Race.Finish<Boolean>> finishes = Race.within(Duration.ofMinutes(4))
                    .run(4, runner -> () -> {
                        if (runner < 2) {
                            cleaned(shop.yici.cleanup(), cleaning);
                        } else {
                            while (cleaning.get()) {
                                placeTwice(shop);
                                placed.incrementAndGet();
                            }
                        }
                        return true;
                    });
            assertThat(finishes)
                    .allSatisfy(finish -> assertThat(finish.thrown()).isNull());
            assertThat(placed.get()).isPositive();
            assertThat(shop.orders()).isEqualTo(placed.get());
            // Half of the filled rows were past all their times and went, the others and ours became tombstones.
            assertThat(shop.number("select count(*) from yici_record where state = 'tombstone'"))
                    .isEqualTo(ROWS / 2 + 1);
            assertThat(shop.records()).isEqualTo(ROWS / 2 + 1 + placed.get());
            assertThatThrownBy(() -> shop.yici.once(expired, "x", String.class, Shop::never))
                    .isInstanceOf(ExpiredException.class);
            RecordAgeing.on(shop.pool).ageAll(Duration.ofDays(31));
            shop.yici.cleanup().runUntilDone(Integer.MAX_VALUE);
            assertThat(shop.number("select count(*) from yici_record where state = 'tombstone'"))
                    .isEqualTo(placed.get());
            assertThat(shop.yici.once(expired, "x", String.class, () -> "new").replayed())
                    .isFalse();
        }
    }

    /** One node stops when both find nothing more; each may still be skipping what the other holds. */
    private static void cleaned(Cleanup cleanup, AtomicBoolean cleaning) throws SQLException {
        try {
            while (!cleanup.runUntilDone(Integer.MAX_VALUE).isNothing()) {
                Thread.onSpinWait();
            }
        } finally {
            cleaning.set(false);
        }
    }

    private static void placeTwice(Shop shop) throws SQLException {
        String key = Shop.freshKey();
        Receipt first = place(shop, key);
        assertThat(place(shop, key)).isEqualTo(first);
    }

    private static Receipt place(Shop shop, String key) throws SQLException {
        return shop.yici
                .once(Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> {
                    Shop.insertOrder(connection, key, key);
                    return new Receipt(key, "TEA-1", 1);
                })
                .value();
    }

    private static Operation expiredOperation(Shop shop) {
        Operation operation = Shop.order(Shop.freshKey());
        shop.yici.once(operation, "x", String.class, () -> "first");
        RecordAgeing.on(shop.pool).age(operation, Duration.ofDays(8));
        return operation;
    }

    /** Half of the rows past all their times, half only past answering. */
    private static void fill(Shop shop) throws SQLException {
        SecureRandom random = new SecureRandom();
        long now = System.currentTimeMillis();
        String values = String.join(
                ", ", Collections.nCopies(ROWS_A_STATEMENT, "(?, 'filler', 'fill', ?, 1, 'finished', ?, ?, ?, ?)"));
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into yici_record (id, caller, operation,"
                            + " idempotency_key, format, state, attempt, created_at, answers_until, refuses_until) values "
                            + values)) {
                for (int row = 0; row < ROWS; row += ROWS_A_STATEMENT) {
                    int next = 1;
                    for (int each = 0; each < ROWS_A_STATEMENT; each++) {
                        byte[] id = new byte[32];
                        random.nextBytes(id);
                        insert.setBytes(next++, id);
                        insert.setString(next++, "key-" + (row + each));
                        insert.setString(next++, "attempt");
                        insert.setLong(next++, now - 10 * HOUR);
                        insert.setLong(next++, now - 5 * HOUR);
                        insert.setLong(next++, each % 2 == 0 ? now - HOUR : now + 100 * HOUR);
                    }
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
    }
}
