package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A part of a transaction that somebody else ends, kept under a savepoint. */
final class PartTransaction implements JdbcTransaction {
    private static final Logger LOG = LoggerFactory.getLogger(PartTransaction.class);

    private final Connection connection;
    private final Savepoint savepoint;
    private final Whole whole;

    private PartTransaction(Connection connection, Savepoint savepoint, Whole whole) {
        this.connection = connection;
        this.savepoint = savepoint;
        this.whole = whole;
    }

    static PartTransaction begin(Connection connection, Whole whole) throws SQLException {
        return new PartTransaction(connection, connection.setSavepoint(), whole);
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public boolean joined() {
        return true;
    }

    @Override
    public void commit() throws SQLException {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLException | RuntimeException error) {
            // The savepoint went with a transaction that was rolled back behind our back: what is there now is less
            // than half of the work.
            whole.doom(error);
            throw new DoomedException(
                    "The transaction of the caller was rolled back before this part of it ended", error);
        }
    }

    @Override
    public boolean rollback() {
        try {
            connection.rollback(savepoint);
            connection.releaseSavepoint(savepoint);
            return true;
        } catch (SQLException | RuntimeException error) {
            LOG.debug("A part of a transaction could not be undone; the whole must roll back", error);
            whole.doom(error);
            return false;
        }
    }

    @Override
    public void afterEnd(Runnable action) {
        whole.afterEnd(action);
    }

    /** The transaction around the part. */
    interface Whole {
        /** Only a roll-back is right from now on. */
        void doom(Throwable cause);

        /** Runs the action when the whole has ended. */
        void afterEnd(Runnable action);
    }
}
