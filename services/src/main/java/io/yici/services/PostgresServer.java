package io.yici.services;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Databases of one PostgreSQL server. */
record PostgresServer(Login admin) implements DatabaseServer {
    @Override
    public Login create(String name) throws SQLException {
        execute("CREATE DATABASE " + name);
        String url = JdbcUrl.of(admin.jdbcUrl()).withDatabase(name).toString();
        return new Login(url, admin.user(), admin.password());
    }

    @Override
    public void drop(String name) throws SQLException {
        execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(admin.jdbcUrl(), admin.user(), admin.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
