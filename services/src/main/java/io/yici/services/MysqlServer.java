package io.yici.services;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Databases of one MySQL or MariaDB server. */
record MysqlServer(Login admin) implements DatabaseServer {
    private static final int NO_SUCH_THREAD = 1094;

    @Override
    public Login create(String name) throws SQLException {
        try (Connection connection = enter();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        String url = JdbcUrl.of(admin.jdbcUrl()).withDatabase(name).toString();
        return new Login(url, admin.user(), admin.password());
    }

    /** An open transaction would block the drop for as long as it lasts: its session is ended first. */
    @Override
    public void drop(String name) throws SQLException {
        try (Connection connection = enter();
                Statement statement = connection.createStatement()) {
            for (long session : sessions(statement, name)) {
                end(statement, session);
            }
            statement.execute("SET SESSION lock_wait_timeout = 10");
            statement.execute("DROP DATABASE IF EXISTS " + name);
        }
    }

    private Connection enter() throws SQLException {
        return DriverManager.getConnection(admin.jdbcUrl(), admin.user(), admin.password());
    }

    private static List<Long> sessions(Statement statement, String name) throws SQLException {
        List<Long> sessions = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT id FROM information_schema.processlist WHERE db = '" + name + "'")) {
            while (rows.next()) {
                sessions.add(rows.getLong(1));
            }
        }
        return sessions;
    }

    private static void end(Statement statement, long session) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_THREAD) {
                throw e;
            }
        }
    }
}
