package io.yici.proof;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.Operation;
import io.yici.Rejection;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.JdbcYiciBuilder;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.test.EffectLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A small business on a fresh database: stock, orders, and Yici beside them. */
final class Shop implements AutoCloseable {
    /** What is asked. */
    record Request(String sku, int quantity) {}

    /** What is answered. */
    record Receipt(String orderNo, String sku, int quantity) {}

    static final Request ONE_TEA = new Request("TEA-1", 1);

    final FreshDatabase database;
    final HikariDataSource pool;
    final JdbcYici yici;
    final EffectLedger ledger = EffectLedger.inMemory();

    private Shop(FreshDatabase database, HikariDataSource pool, JdbcYici yici) {
        this.database = database;
        this.pool = pool;
        this.yici = yici;
    }

    static Shop open(Ground ground, int poolSize) {
        return open(ground, poolSize, builder -> builder);
    }

    static Shop open(Ground ground, int poolSize, UnaryOperator<JdbcYiciBuilder> settings) {
        FreshDatabase database = ground.database().create("shop");
        HikariDataSource pool = database.pool(poolSize, config -> {
            if (ground.level() != Ground.Level.OWN) {
                config.setTransactionIsolation("TRANSACTION_" + ground.level());
            }
        });
        createTables(pool);
        JdbcYici yici = settings.apply(JdbcYici.on(pool)
                        .codec(new Jackson3Codec())
                        .createSchemaIfMissing()
                        .withoutScheduledCleanUp())
                .build();
        return new Shop(database, pool, yici);
    }

    static Operation order(String key) {
        return Operation.named("order.create").by("alice").key(key);
    }

    /** Work that must not run. */
    static <T> T never() {
        throw new AssertionError("the work ran again");
    }

    /** What a driver throws when the database has rolled a transaction back for the sake of another. */
    SQLException conflict() {
        return database.kind() == TestDatabase.SQLITE
                ? new SQLException("busy", null, 5)
                : new SQLException("deadlock", "40001", 1213);
    }

    static String freshKey() {
        return "k-" + UUID.randomUUID();
    }

    /** Takes stock and writes the order; enters the effect in the ledger, which no roll-back takes back. */
    Receipt place(Connection connection, Request request) throws SQLException {
        String orderNo = "o-" + UUID.randomUUID();
        takeStock(connection, request);
        insertOrder(connection, orderNo, orderNo);
        ledger.enter(orderNo);
        return new Receipt(orderNo, request.sku(), request.quantity());
    }

    static void takeStock(Connection connection, Request request) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update stock set quantity = quantity - ? where sku = ? and quantity >= ?")) {
            update.setInt(1, request.quantity());
            update.setString(2, request.sku());
            update.setInt(3, request.quantity());
            if (update.executeUpdate() == 0) {
                throw Rejection.of("out-of-stock", "Not enough left.").with("sku", request.sku());
            }
        }
    }

    static void insertOrder(Connection connection, String orderNo, String email) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into orders (order_no, email) values (?, ?)")) {
            insert.setString(1, orderNo);
            insert.setString(2, email);
            insert.executeUpdate();
        }
    }

    int stockOf(String sku) {
        return number("select quantity from stock where sku = '" + sku + "'");
    }

    int orders() {
        return number("select count(*) from orders");
    }

    int records() {
        return number("select count(*) from yici_record");
    }

    int number(String query) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException failed) {
            throw new AssertionError(query, failed);
        }
    }

    void execute(String... statements) {
        run(pool, statements);
    }

    private static void createTables(HikariDataSource pool) {
        run(
                pool,
                "create table stock (sku varchar(40) primary key, quantity integer not null)",
                "create table orders (order_no varchar(60) primary key, email varchar(60) unique)",
                "insert into stock (sku, quantity) values ('TEA-1', 1000)",
                "insert into stock (sku, quantity) values ('CUP-1', 1000)");
    }

    private static void run(HikariDataSource pool, String... statements) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    @Override
    public void close() {
        yici.close();
        database.close();
    }
}
