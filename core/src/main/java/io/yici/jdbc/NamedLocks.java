package io.yici.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks by name on MySQL and MariaDB. They belong to the session, count how often it took them, and outlive its
 * transactions: each one taken is given back once.
 */
final class NamedLocks {
    private static final Logger LOG = LoggerFactory.getLogger(NamedLocks.class);

    private NamedLocks() {}

    /** Takes the lock, or answers false at once. */
    static boolean take(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT GET_LOCK(?, 0)")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 1;
            }
        }
    }

    /** Gives the lock back when the transaction has ended, so that nobody sees it free before the outcome. */
    static void releaseAfter(JdbcTransaction transaction, String name) {
        Connection connection = transaction.connection();
        transaction.afterEnd(() -> release(connection, name));
    }

    /** Gives the lock back; a connection that cannot is cut, which makes the server release it. */
    static void release(Connection connection, String name) {
        try (PreparedStatement statement = connection.prepareStatement("DO RELEASE_LOCK(?)")) {
            statement.setString(1, name);
            statement.execute();
        } catch (SQLException | RuntimeException error) {
            LOG.debug("A named lock could not be given back; its connection is cut", error);
            Connections.cut(connection);
        }
    }
}
