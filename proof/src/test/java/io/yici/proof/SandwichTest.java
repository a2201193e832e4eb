package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Standing;
import io.yici.TransactionLostException;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Work that swallows a database error leaves neither half an effect nor a record without one: cases I1, B25 c. */
class SandwichTest {

    @Test
    void onPostgresqlASwallowedErrorLosesTheWholeTransaction() {
        try (Shop shop = Shop.open(new Ground(TestDatabase.POSTGRESQL, Ground.Level.OWN), 4)) {
            String key = Shop.freshKey();
            assertThatThrownBy(() -> shop.yici.once(Shop.order(key), "x", String.class, connection -> {
                        Shop.insertOrder(connection, "first", "same");
                        swallow(() -> Shop.insertOrder(connection, "second", "same"));
                        return "looks fine";
                    }))
                    .isInstanceOf(TransactionLostException.class);
            assertNothingHappened(shop, key);
        }
    }

    @Test
    void onMariadbASwallowedDeadlockLosesTheWholeTransaction() throws Exception {
        swallowedDeadlock(TestDatabase.MARIADB);
    }

    @Test
    void onMysqlASwallowedDeadlockLosesTheWholeTransaction() throws Exception {
        swallowedDeadlock(TestDatabase.MYSQL);
    }

    @Test
    void onSqliteAnErrorThatRollsBackLosesTheWholeTransactionAndNothingAfterItStays() {
        try (Shop shop = Shop.open(new Ground(TestDatabase.SQLITE, Ground.Level.OWN), 4)) {
            String key = Shop.freshKey();
            assertThatThrownBy(() -> shop.yici.once(Shop.order(key), "x", String.class, connection -> {
                        Shop.insertOrder(connection, "first", "same");
                        swallow(() -> executeOn(
                                connection, "insert or rollback into orders (order_no, email) values ('x', 'same')"));
                        Shop.insertOrder(connection, "second", "other");
                        executeOn(connection, "update stock set quantity = 0");
                        return "looks fine";
                    }))
                    .isInstanceOf(TransactionLostException.class);
            assertNothingHappened(shop, key);
            assertThat(shop.stockOf("TEA-1")).isEqualTo(1000);
        }
    }

    @Test
    void anErrorThatRollsBackOnlyItsStatementHarmsNothingWhereTheDatabaseWorksSo() throws SQLException {
        for (TestDatabase database :
                new TestDatabase[] {TestDatabase.SQLITE, TestDatabase.MYSQL, TestDatabase.MARIADB}) {
            try (Shop shop = Shop.open(new Ground(database, Ground.Level.OWN), 4)) {
                String key = Shop.freshKey();
                shop.yici.once(Shop.order(key), "x", String.class, connection -> {
                    Shop.insertOrder(connection, "first", "same");
                    swallow(() -> Shop.insertOrder(connection, "second", "same"));
                    return "fine";
                });
                assertThat(shop.orders()).isEqualTo(1);
                assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.FINISHED);
            }
        }
    }

    @Test
    void workThatCommitsInsideIsFoundOutByTheNextCaller() {
        try (Shop shop = Shop.open(new Ground(TestDatabase.MYSQL, Ground.Level.OWN), 4)) {
            String key = Shop.freshKey();
            assertThatThrownBy(() -> shop.yici.once(Shop.order(key), "x", String.class, connection -> {
                        Shop.insertOrder(connection, "first", "same");
                        executeOn(connection, "create table made_inside (id int)"); // commits on MySQL
                        throw new IllegalStateException("after the implicit commit");
                    }))
                    .hasMessage("after the implicit commit");
            assertThatThrownBy(() -> shop.yici.once(Shop.order(key), "x", String.class, () -> "again"))
                    .isInstanceOf(io.yici.OutcomeUnknownException.class);
        }
    }

    private static void swallowedDeadlock(TestDatabase database) throws Exception {
        try (Shop shop = Shop.open(new Ground(database, Ground.Level.OWN), 6)) {
            String key = Shop.freshKey();
            try (Connection other = shop.pool.getConnection()) {
                other.setAutoCommit(false);
                // Many locks make the other transaction the heavier one, so that ours is the victim.
                executeOn(other, "update stock set quantity = quantity + 1 where sku = 'CUP-1'");
                for (int row = 0; row < 50; row++) {
                    Shop.insertOrder(other, "heavy-" + row, "heavy-" + row);
                }
                assertThatThrownBy(() -> shop.yici.once(Shop.order(key), "x", String.class, connection -> {
                            Shop.insertOrder(connection, "first", "first");
                            Shop.takeStock(connection, new Shop.Request("TEA-1", 1));
                            Thread deadlock = new Thread(() -> swallow(
                                    () -> executeOn(other, "update stock set quantity = 0 where sku = 'TEA-1'")));
                            deadlock.start();
                            swallow(() -> Shop.takeStock(connection, new Shop.Request("CUP-1", 1)));
                            Shop.insertOrder(connection, "second", "second");
                            return "looks fine";
                        }))
                        .isInstanceOf(TransactionLostException.class);
                other.rollback();
            }
            assertNothingHappened(shop, key);
            assertThat(shop.stockOf("TEA-1")).isEqualTo(1000);
        }
    }

    private static void assertNothingHappened(Shop shop, String key) {
        assertThat(shop.orders()).isZero();
        assertThat(shop.records()).isZero();
        assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.ABSENT);
    }

    private interface Step {
        void run() throws SQLException;
    }

    private static void swallow(Step step) {
        try {
            step.run();
        } catch (SQLException swallowed) {
            assertThat(swallowed.getSQLState() + swallowed.getErrorCode()).isNotBlank();
        }
    }

    private static void executeOn(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
