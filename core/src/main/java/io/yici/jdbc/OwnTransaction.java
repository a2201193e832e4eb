package io.yici.jdbc;

import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A transaction that Yici began on a connection of its own, and ends. */
final class OwnTransaction implements JdbcTransaction {
    private static final Logger LOG = LoggerFactory.getLogger(OwnTransaction.class);

    private final Connection connection;
    private final Dialect dialect;
    private final boolean autoCommit;
    private final @Nullable Integer isolation;
    private final List<Runnable> afterEnd = new ArrayList<>(2);
    private @Nullable Throwable doom;

    private OwnTransaction(
            Connection connection, Dialect dialect, boolean autoCommit, @Nullable Integer previousIsolation) {
        this.connection = connection;
        this.dialect = dialect;
        this.autoCommit = autoCommit;
        this.isolation = previousIsolation;
    }

    /** Borrows a connection and begins, at the isolation level asked for or, with null, the connection's own. */
    static OwnTransaction begin(DataSource dataSource, Dialect dialect, @Nullable Isolation isolation)
            throws SQLException {
        Connection connection =
                dialect.isSqlite() ? SqliteGuard.guard(dataSource.getConnection()) : dataSource.getConnection();
        try {
            boolean autoCommit = connection.getAutoCommit();
            String statement = isolation == null ? null : dialect.isolation(isolation);
            Integer previous = null;
            if (isolation != null && statement == null && !dialect.isSqlite()) {
                previous = connection.getTransactionIsolation();
                connection.setTransactionIsolation(isolation.level());
            }
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
            if (statement != null) {
                execute(connection, statement);
            }
            return new OwnTransaction(connection, dialect, autoCommit, previous);
        } catch (SQLException | RuntimeException | Error error) {
            Connections.abandon(connection, dialect);
            Connections.closeQuietly(connection);
            throw error;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public boolean joined() {
        return false;
    }

    /** Lets this transaction only roll back from now on. */
    void doom(@Nullable Throwable cause) {
        doom = cause == null ? new IllegalStateException("a part of the transaction could not be undone") : cause;
    }

    @Override
    public void commit() throws SQLException {
        if (doom != null) {
            rollback();
            throw new DoomedException("The transaction was rolled back: a part of it could not be undone", doom);
        }
        try {
            if (dialect.isSqlite()) {
                // Its commit would also begin the next transaction, and perhaps wait for the writer's place to do so.
                connection.setAutoCommit(true);
            } else {
                connection.commit();
            }
        } catch (SQLException | RuntimeException error) {
            throw failedCommit(error);
        }
        end();
    }

    /** Where the server answered that it did not commit, the connection is still good; else nobody may use it again. */
    private SQLException failedCommit(Exception error) throws SQLException {
        Failure failure = dialect.errors().judgeCommit(error);
        if (failure == Failure.CONFLICT || failure == Failure.REFUSED || failure == Failure.ABORTED) {
            rollback();
            throw new StoreException(failure, "The database did not commit", error);
        }
        Connections.abandon(connection, dialect);
        runAfterEnd();
        Connections.closeQuietly(connection);
        return error instanceof SQLException sql ? sql : new SQLException("The commit failed", error);
    }

    @Override
    public boolean rollback() {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException | RuntimeException error) {
            LOG.debug("A roll-back failed; the connection is given up and the server rolls back", error);
            Connections.abandon(connection, dialect);
            runAfterEnd();
            Connections.closeQuietly(connection);
            return false;
        }
        end();
        return false;
    }

    @Override
    public void afterEnd(Runnable action) {
        afterEnd.add(action);
    }

    private void end() {
        runAfterEnd();
        try {
            if (isolation != null) {
                connection.setTransactionIsolation(isolation);
            }
            if (connection.getAutoCommit() != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException | RuntimeException error) {
            LOG.warn("A connection could not be restored and is given up", error);
            Connections.abandon(connection, dialect);
        }
        Connections.closeQuietly(connection);
    }

    private void runAfterEnd() {
        for (Runnable action : afterEnd) {
            action.run();
        }
        afterEnd.clear();
    }
}
