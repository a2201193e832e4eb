package io.yici.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.Operation;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The business that is measured, on PostgreSQL with fsync: take stock, write an order. */
final class Market implements AutoCloseable {
    static final int POOL = 16;
    private static final int PRODUCTS = 10_000;

    /** What is asked. */
    record Request(String sku, int quantity) {}

    /** What is answered. */
    record Receipt(String orderNo, String sku, int quantity) {}

    final FreshDatabase database = TestDatabase.POSTGRESQL.create("bench");
    final HikariDataSource pool = database.pool(POOL);
    final JdbcYici yici;

    Market() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table stock (sku varchar(40) primary key, quantity integer not null)");
            statement.execute(
                    "create table orders (order_no varchar(60) primary key, sku varchar(40), quantity integer)");
            statement.execute("insert into stock select 'SKU-' || n, 1000000000 from generate_series(0, "
                    + (PRODUCTS - 1) + ") n");
        }
        yici = JdbcYici.on(pool)
                .codec(new Jackson3Codec())
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build();
    }

    static Request request() {
        return new Request("SKU-" + ThreadLocalRandom.current().nextInt(PRODUCTS), 1);
    }

    static String key() {
        return UUID.randomUUID().toString();
    }

    static Operation operation(String key) {
        return Operation.named("order.create").by("merchant-42").key(key);
    }

    static Receipt place(Connection connection, Request request) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update stock set quantity = quantity - ? where sku = ? and quantity >= ?")) {
            update.setInt(1, request.quantity());
            update.setString(2, request.sku());
            update.setInt(3, request.quantity());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("sold out");
            }
        }
        String orderNo = UUID.randomUUID().toString();
        try (PreparedStatement insert =
                connection.prepareStatement("insert into orders (order_no, sku, quantity) values (?, ?, ?)")) {
            insert.setString(1, orderNo);
            insert.setString(2, request.sku());
            insert.setInt(3, request.quantity());
            insert.executeUpdate();
        }
        return new Receipt(orderNo, request.sku(), request.quantity());
    }

    @Override
    public void close() {
        yici.close();
        database.close();
    }
}
