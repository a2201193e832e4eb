package io.yici.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Asks a database about itself. */
record Questions(Statement statement) {
    /** The first column of the first row; empty when there is none or it is null. */
    String text(String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            String text = row.next() ? row.getString(1) : null;
            return text == null ? "" : text;
        }
    }

    /** A server variable of MySQL or MariaDB as it holds for new sessions; empty where there is none of this name. */
    String variable(String name) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE '" + name + "'")) {
            return row.next() ? row.getString(2) : "";
        }
    }

    /** Whether a server variable is there and on. */
    boolean isOn(String name) throws SQLException {
        String value = variable(name);
        return value.equalsIgnoreCase("ON") || value.equals("1");
    }
}
