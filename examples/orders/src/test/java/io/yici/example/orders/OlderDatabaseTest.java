package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database of the version that knew no payments goes on with this one, and a node of that version beside it. */
class OlderDatabaseTest {
    private static final String PRODUCT = "CREATE TABLE product (sku VARCHAR(32) PRIMARY KEY,"
            + " name_en VARCHAR(100) NOT NULL, name_zh VARCHAR(100) NOT NULL, price_cents BIGINT NOT NULL,"
            + " quantity INTEGER NOT NULL CHECK (quantity >= 0))";
    private static final String ORDERS = "CREATE TABLE orders (order_no VARCHAR(32) PRIMARY KEY,"
            + " buyer VARCHAR(100) NOT NULL, sku VARCHAR(32) NOT NULL, quantity INTEGER NOT NULL CHECK (quantity > 0),"
            + " amount_cents BIGINT NOT NULL, created_at BIGINT NOT NULL,"
            + " FOREIGN KEY (sku) REFERENCES product (sku))";

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"SQLITE", "POSTGRESQL", "MYSQL", "MARIADB"})
    void ordersOfTheVersionBeforeCanBePaidAndRefunded(TestDatabase kind) throws SQLException {
        try (FreshDatabase database = Databases.fresh(kind, OlderDatabaseTest.class)) {
            execute(database, PRODUCT + options(kind), ORDERS + options(kind));
            execute(
                    database,
                    "INSERT INTO product VALUES ('TEA-1', 'tea', 'tea', 6800, 7)",
                    older("20260101-OLDORDER01"));
            try (RunningService service = RunningService.on(database)) {
                Client alice = service.as("alice");
                execute(database, older("20260101-OLDORDER02"));

                for (String orderNo : new String[] {"20260101-OLDORDER01", "20260101-OLDORDER02"}) {
                    assertThat(alice.find(orderNo).text("status")).isEqualTo("NEW");
                    assertThat(alice.paid("p" + orderNo, orderNo).status()).isEqualTo(201);
                    assertThat(alice.refunded("r" + orderNo, orderNo, "1.00").status())
                            .isEqualTo(201);
                }
                assertThat(alice.stockOf("TEA-1")).isEqualTo(7);
            }
            // The columns are there now, and starting again finds them.
            try (RunningService again = RunningService.on(database)) {
                assertThat(again.as("alice").find("20260101-OLDORDER01").text("status"))
                        .isEqualTo("PAID");
            }
        }
    }

    /** As the version before made its tables. */
    private static String options(TestDatabase kind) {
        return kind == TestDatabase.MYSQL || kind == TestDatabase.MARIADB
                ? " ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
                : "";
    }

    /** As a node of the version before writes it. */
    private static String older(String orderNo) {
        return "INSERT INTO orders (order_no, buyer, sku, quantity, amount_cents, created_at) VALUES ('" + orderNo
                + "', 'alice', 'TEA-1', 1, 6800, 1767225600000)";
    }

    private static void execute(FreshDatabase database, String... statements) throws SQLException {
        try (Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
