package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Beginning and ending transactions on sqlite-jdbc, whose own methods leave traps: {@code commit()} and
 * {@code rollback()} also begin the next transaction, whose failure looks like theirs, and {@code setAutoCommit}
 * changes the driver's mind before it changes the database's, and keeps it changed when that fails.
 */
final class SqliteDriver {
    /** Primary result codes; the extended ones are only in the message, by name. */
    static final int BUSY = 5;

    static final int LOCKED = 6;

    private static final Logger LOG = LoggerFactory.getLogger(SqliteDriver.class);

    private SqliteDriver() {}

    /** Whether the writer's place was taken, and the transaction may still get it. */
    static boolean isBusy(SQLException error) {
        return error.getErrorCode() == BUSY
                && !String.valueOf(error.getMessage()).contains("SQLITE_BUSY_SNAPSHOT");
    }

    /** Begins, or leaves the connection in auto-commit as it was. */
    static void begin(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException error) {
            backToAutoCommit(connection);
            throw error;
        }
    }

    /** Commits, or rolls back and says why; the connection is in auto-commit afterwards. */
    static void commit(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException error) {
            rollback(connection);
            throw error;
        }
    }

    /** Rolls back if there is still something to roll back; the connection is in auto-commit afterwards. */
    static void rollback(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException error) {
            LOG.debug("SQLite had rolled back already", error);
        }
        backToAutoCommit(connection);
    }

    /** The first call changes the driver's mind and fails in the database; the second makes a pool see the change. */
    private static void backToAutoCommit(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException noTransaction) {
            LOG.trace("There was no transaction to commit", noTransaction);
            connection.setAutoCommit(true);
        }
    }
}
