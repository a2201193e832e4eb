package io.yici.services;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 databases: in the memory of this JVM, and only there. */
final class H2Memory implements DatabaseServer {
    @Override
    public Login create(String name) {
        return new Login("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa", "");
    }

    @Override
    public void drop(String name) throws SQLException {
        Login login = create(name);
        try (Connection connection = DriverManager.getConnection(login.jdbcUrl(), login.user(), login.password());
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN IMMEDIATELY");
        }
    }
}
