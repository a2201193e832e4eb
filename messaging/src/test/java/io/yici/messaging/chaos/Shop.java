package io.yici.messaging.chaos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.yici.OperationListener;
import io.yici.jdbc.JdbcYici;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of the business: what was published, in the publisher's transaction, and what was applied, in the
 * handler's.
 */
final class Shop {
    static final String TOPIC = "chaos";

    private static final List<String> TABLES = List.of(
            "CREATE TABLE item (item_key VARCHAR(40) PRIMARY KEY, published INTEGER NOT NULL, applied INTEGER NOT NULL)",
            "CREATE TABLE published (message_no INTEGER NOT NULL, item_key VARCHAR(40) NOT NULL, seq INTEGER NOT NULL)",
            // No unique key: a message that is applied twice is to be seen, not refused.
            "CREATE TABLE applied (message_no INTEGER NOT NULL, item_key VARCHAR(40) NOT NULL, seq INTEGER NOT NULL,"
                    + " seen_before INTEGER NOT NULL, consumer VARCHAR(40) NOT NULL)");

    private Shop() {}

    static void create(Connection connection, int keys) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute(table);
            }
            for (int key = 0; key < keys; key++) {
                statement.execute("INSERT INTO item VALUES ('key-" + key + "', 0, 0)");
            }
        }
    }

    /** In a process of its own, of which the arguments begin with URL, user and password. */
    static JdbcYici yici(String[] arguments, OperationListener listener) {
        return JdbcYici.on(pool(arguments))
                .withoutScheduledCleanUp()
                .listener(listener)
                .build();
    }

    static HikariDataSource pool(String[] arguments) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }

    /** The next number of this key; the row stays locked, so that publishing of one key has an order. */
    static int publish(Connection connection, int messageNo, String key) throws SQLException {
        int seq = number(connection, "SELECT published FROM item WHERE item_key = ? FOR UPDATE", key) + 1;
        update(connection, "UPDATE item SET published = ? WHERE item_key = ?", seq, key);
        update(connection, "INSERT INTO published VALUES (?, ?, ?)", messageNo, key, seq);
        return seq;
    }

    /** Notes beside each message which one was the last of its key before it. */
    static void apply(Connection connection, int messageNo, String key, int seq, String consumer) throws SQLException {
        int before = number(connection, "SELECT applied FROM item WHERE item_key = ? FOR UPDATE", key);
        update(connection, "INSERT INTO applied VALUES (?, ?, ?, ?, ?)", messageNo, key, seq, before, consumer);
        update(connection, "UPDATE item SET applied = ? WHERE item_key = ?", seq, key);
    }

    static int number(Connection connection, String query, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            fill(statement, values);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    private static void update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fill(statement, values);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("not one row: " + sql);
            }
        }
    }

    private static void fill(PreparedStatement statement, Object... values) throws SQLException {
        for (int place = 0; place < values.length; place++) {
            statement.setObject(place + 1, values[place]);
        }
    }
}
