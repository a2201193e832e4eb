package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ending the use of connections whose state is not known. */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    private Connections() {}

    /**
     * Makes sure that nobody uses the physical connection again, and that the server rolls back what it has not
     * committed. Never throws.
     */
    static void abandon(Connection connection, Dialect dialect) {
        if (!dialect.remote()) {
            // These drivers do not abort, and their roll-back needs no network.
            rollbackQuietly(connection);
        } else {
            cut(connection);
        }
    }

    /** Cuts the connection to a server. Never throws. */
    static void cut(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException error) {
            LOG.debug("A broken connection could not be aborted", error);
        }
        // Makes pools notice at once that the connection is dead, instead of lending it to the next user.
        rollbackQuietly(connection);
    }

    static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException error) {
            LOG.debug("A connection could not be closed", error);
        }
    }

    private static void rollbackQuietly(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException | RuntimeException error) {
            LOG.debug("A broken connection could not be rolled back", error);
        }
    }
}
