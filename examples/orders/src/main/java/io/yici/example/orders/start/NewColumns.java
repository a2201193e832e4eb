package io.yici.example.orders.start;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns that {@code orders} has got since its first version, added where a database of an earlier version lacks
 * them. All have a default or may be null, so that a node of that version goes on working beside this one. Harmless
 * when they are there, also when another node adds them at the same time.
 */
final class NewColumns {
    private static final Map<String, String> COLUMNS = columns();

    private NewColumns() {}

    static void add(Connection connection) throws SQLException {
        Set<String> present = present(connection);
        for (Map.Entry<String, String> column : COLUMNS.entrySet()) {
            if (!present.contains(column.getKey())) {
                add(connection, column.getKey(), column.getValue());
            }
        }
    }

    private static void add(Connection connection, String name, String definition) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE orders ADD COLUMN " + name + " " + definition);
        } catch (SQLException refused) {
            // On MySQL and MariaDB DDL commits by itself: a node that starts at the same time may have been quicker.
            rethrowUnlessPresent(connection, name, refused);
        }
    }

    private static void rethrowUnlessPresent(Connection connection, String name, SQLException refused)
            throws SQLException {
        try {
            if (present(connection).contains(name)) {
                return;
            }
        } catch (SQLException aborted) {
            refused.addSuppressed(aborted);
        }
        throw refused;
    }

    private static Set<String> present(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM orders WHERE 1 = 0")) {
            ResultSetMetaData table = none.getMetaData();
            Set<String> names = new TreeSet<>();
            for (int column = 1; column <= table.getColumnCount(); column++) {
                names.add(table.getColumnName(column).toLowerCase(Locale.ROOT));
            }
            return names;
        }
    }

    private static Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put(
                "status",
                "VARCHAR(16) NOT NULL DEFAULT 'NEW' CHECK (status IN ('NEW', 'PAYING', 'PAID', 'CANCELLED'))");
        columns.put("version", "INTEGER NOT NULL DEFAULT 0");
        columns.put("moved_by", "VARCHAR(64)");
        columns.put("captured_cents", "BIGINT NOT NULL DEFAULT 0");
        columns.put("refunded_cents", "BIGINT NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0)");
        return columns;
    }
}
