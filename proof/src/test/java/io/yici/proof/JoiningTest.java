package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InProgressException;
import io.yici.MisuseException;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.Standing;
import io.yici.TransactionConflictException;
import io.yici.jdbc.JoinedYici;
import io.yici.proof.Shop.Receipt;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Yici inside a transaction of the caller: cases B15, B21, B23, B24. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class JoiningTest {
    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        shop = Shop.open(given, 8);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Test
    void theCallersCommitMakesRecordAndWorkTrueTogether() throws SQLException {
        String key = Shop.freshKey();
        inCallersTransaction(true, (connection, joined) -> place(joined, connection, key));
        assertThat(placeAgain(key).replayed()).isTrue();
    }

    @Test
    void theCallersRollBackTakesBothAwayAndNothingIsCached() throws SQLException {
        String key = Shop.freshKey();
        int orders = shop.orders();
        inCallersTransaction(false, (connection, joined) -> place(joined, connection, key));
        assertThat(shop.orders()).isEqualTo(orders);
        assertThat(placeAgain(key).replayed()).isFalse();
    }

    @Test
    void aDuplicateInsideTheCallersTransactionLeavesItsOwnRowsToCommit() throws SQLException {
        String key = Shop.freshKey();
        Receipt first = placeAgain(key).value();
        String before = "before-" + key;
        String after = "after-" + key;
        inCallersTransaction(true, (connection, joined) -> {
            Shop.insertOrder(connection, before, before);
            Outcome<Receipt> repeat = place(joined, connection, key);
            assertThat(repeat.replayed()).isTrue();
            assertThat(repeat.value()).isEqualTo(first);
            Shop.insertOrder(connection, after, after);
        });
        assertThat(shop.number("select count(*) from orders where order_no in ('" + before + "', '" + after + "')"))
                .isEqualTo(2);
    }

    @Test
    void aCallerWithAnOlderSnapshotIsAnsweredOrToldToRunItsTransactionAgain() throws SQLException {
        if (ground.hasOneWriter() || ground.isInnoDb() && ground.level() == Ground.Level.SERIALIZABLE) {
            // A SQLite writer has the newest state from its first statement on and nobody writes beside it; at
            // SERIALIZABLE InnoDB locks what it reads, so there is no older snapshot either.
            return;
        }
        String key = Shop.freshKey();
        boolean conflict = false;
        Receipt first;
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            read(connection);
            first = placeAgain(key).value();
            try (JoinedYici joined = shop.yici.joining(connection)) {
                assertThat(place(joined, connection, key).value()).isEqualTo(first);
                connection.commit();
            } catch (TransactionConflictException told) {
                conflict = true;
                connection.rollback();
            }
        }
        boolean snapshotIsolation =
                ground.level().keepsSnapshot() && ground.database() == io.yici.services.TestDatabase.POSTGRESQL;
        assertThat(conflict).as("serialization failure").isEqualTo(snapshotIsolation);
        inCallersTransaction(
                true,
                (connection, joined) ->
                        assertThat(place(joined, connection, key).value()).isEqualTo(first));
    }

    @Test
    void aRivalOfTheCallerIsInProgressUntilTheCallerCommits() throws Exception {
        if (ground.hasOneWriter()) {
            return; // nobody else gets as far as a claim while the caller writes
        }
        String key = Shop.freshKey();
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = shop.yici.joining(connection)) {
                place(joined, connection, key);
                Race.within(Duration.ofSeconds(30))
                        .run(1, runner -> () -> {
                            assertThatThrownBy(() -> placeAgain(key)).isInstanceOf(InProgressException.class);
                            assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.IN_PROGRESS);
                            return true;
                        })
                        .forEach(finish -> assertThat(finish.thrown()).isNull());
                connection.commit();
            }
        }
        assertThat(placeAgain(key).replayed()).isTrue();
        assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.FINISHED);
    }

    @Test
    void aFailingPartIsUndoneAndTheCallerGoesOn() throws SQLException {
        String key = Shop.freshKey();
        String own = "own-" + key;
        int orders = shop.orders();
        inCallersTransaction(true, (connection, joined) -> {
            Shop.insertOrder(connection, own, own);
            assertThatThrownBy(() -> joined.once(Shop.order(key), Shop.ONE_TEA, Receipt.class, () -> {
                        shop.place(connection, Shop.ONE_TEA);
                        throw new IllegalStateException("part fails");
                    }))
                    .hasMessage("part fails");
        });
        assertThat(shop.orders()).isEqualTo(orders + 1);
        assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.ABSENT);
    }

    @Test
    void aRefusedPartIsUndoneAndRecordedIfTheCallerCommits() throws SQLException {
        String key = Shop.freshKey();
        int orders = shop.orders();
        inCallersTransaction(
                true,
                (connection, joined) -> assertThatThrownBy(() -> reject(joined, connection, key))
                        .isEqualTo(Rejection.of("no", "Not today."))
                        .satisfies(refused ->
                                assertThat(((Rejection) refused).recorded()).isFalse()));
        assertThat(shop.orders()).isEqualTo(orders);
        assertThatThrownBy(() -> placeAgain(key))
                .isEqualTo(Rejection.of("no", "Not today."))
                .satisfies(
                        refused -> assertThat(((Rejection) refused).recorded()).isTrue());
    }

    @Test
    void aRefusedPartLeavesNothingIfTheCallerRollsBack() throws SQLException {
        String key = Shop.freshKey();
        inCallersTransaction(
                false,
                (connection, joined) -> assertThatThrownBy(() -> reject(joined, connection, key))
                        .isEqualTo(Rejection.of("no", "Not today.")));
        assertThat(placeAgain(key).replayed()).isFalse();
    }

    @Test
    void crossedNestedRunsEndWithoutAHang() {
        String left = Shop.freshKey();
        String right = Shop.freshKey();
        CyclicBarrier inside = new CyclicBarrier(2);
        List<Race.Finish<Outcome<String>>> finishes = Race.within(Duration.ofSeconds(60))
                .run(2, runner -> () -> nested(runner == 0 ? left : right, runner == 0 ? right : left, inside));
        assertThat(finishes).allSatisfy(finish -> {
            if (!finish.returned()) {
                assertThat(finish.thrown()).isInstanceOf(io.yici.IdempotencyException.class);
            }
        });
        assertThat(shop.yici
                        .once(Shop.order(left), "x", String.class, () -> "later")
                        .value())
                .isNotNull();
        assertThat(shop.yici
                        .once(Shop.order(right), "x", String.class, () -> "later")
                        .value())
                .isNotNull();
    }

    @Test
    void anOperationInsideItselfIsRefusedAtOnceAndNothingStays() {
        String key = Shop.freshKey();
        assertThatThrownBy(() -> shop.yici.once(
                        Shop.order(key),
                        "x",
                        String.class,
                        () -> shop.yici
                                .once(Shop.order(key), "x", String.class, () -> "inner")
                                .value()))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("inside its own run");
        assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.ABSENT);
    }

    @Test
    void aNestedRunCommitsWithItsOuterRunAndNotWithout() throws SQLException {
        String outer = Shop.freshKey();
        String inner = Shop.freshKey();
        assertThatThrownBy(() -> shop.yici.once(Shop.order(outer), "x", String.class, () -> {
                    shop.yici.once(Shop.order(inner), "y", String.class, () -> "inner");
                    throw new IllegalStateException("outer fails");
                }))
                .hasMessage("outer fails");
        assertThat(shop.yici.resolve(Shop.order(inner))).isEqualTo(Standing.ABSENT);
        shop.yici.once(Shop.order(outer), "x", String.class, () -> {
            shop.yici.once(Shop.order(inner), "y", String.class, () -> "inner");
            return "outer";
        });
        assertThat(shop.yici.resolve(Shop.order(inner))).isEqualTo(Standing.FINISHED);
    }

    @Test
    void aRefusalOfANestedRunThatLeavesTheOuterRunIsRecordedByIt() {
        String outer = Shop.freshKey();
        String inner = Shop.freshKey();
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> shop.yici.once(
                            Shop.order(outer),
                            "x",
                            String.class,
                            () -> shop.yici
                                    .once(Shop.order(inner), "x", String.class, () -> {
                                        throw Rejection.of("no", "Not today.");
                                    })
                                    .value()))
                    .isEqualTo(Rejection.of("no", "Not today."))
                    .satisfies(refused ->
                            assertThat(((Rejection) refused).recorded()).isTrue());
        }
        assertThat(shop.yici.resolve(Shop.order(outer))).isEqualTo(Standing.REJECTED);
        // The inner record went with the outer run's work; the inner operation may be judged anew.
        assertThat(shop.yici.resolve(Shop.order(inner))).isEqualTo(Standing.ABSENT);
    }

    @Test
    void aThousandDuplicatesInsideOneCallersTransactionDoNotWearItOut() throws SQLException {
        String key = Shop.freshKey();
        Receipt first = placeAgain(key).value();
        inCallersTransaction(true, (connection, joined) -> {
            for (int repeat = 0; repeat < 1000; repeat++) {
                assertThat(place(joined, connection, key).value()).isEqualTo(first);
            }
        });
    }

    private Outcome<String> nested(String outer, String inner, CyclicBarrier inside) throws Exception {
        return shop.yici.once(Shop.order(outer), "x", String.class, () -> {
            if (!ground.hasOneWriter()) {
                inside.await(30, TimeUnit.SECONDS);
            }
            shop.yici.once(Shop.order(inner), "x", String.class, () -> "inner");
            return "outer";
        });
    }

    private void reject(JoinedYici joined, Connection connection, String key) throws SQLException {
        joined.once(Shop.order(key), Shop.ONE_TEA, Receipt.class, () -> {
            shop.place(connection, Shop.ONE_TEA);
            throw Rejection.of("no", "Not today.");
        });
    }

    private Outcome<Receipt> place(JoinedYici joined, Connection connection, String key) throws SQLException {
        return joined.once(Shop.order(key), Shop.ONE_TEA, Receipt.class, () -> shop.place(connection, Shop.ONE_TEA));
    }

    private Outcome<Receipt> placeAgain(String key) throws SQLException {
        return shop.yici.once(
                Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA));
    }

    private static void read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("select quantity from stock").close();
            statement.executeQuery("select count(*) from yici_record").close();
        }
    }

    private interface Steps {
        void run(Connection connection, JoinedYici joined) throws SQLException;
    }

    private void inCallersTransaction(boolean commit, Steps steps) throws SQLException {
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = shop.yici.joining(connection)) {
                steps.run(connection, joined);
                if (commit) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            }
        }
    }
}
