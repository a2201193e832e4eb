package io.yici.jdbc;

import io.yici.MisuseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins the transaction of a connection that the caller controls, each part under a savepoint. What is to be done after
 * its end is done by {@link #close()}, which the caller calls after its commit or roll-back and before it closes the
 * connection. For one thread.
 */
final class ConnectionTransactions implements JdbcTransactions, PartTransaction.Whole, AutoCloseable {
    private final Connection connection;
    private final List<Runnable> afterEnd = new ArrayList<>(2);
    private @Nullable Throwable doom;

    /** @throws MisuseException when the connection is in auto-commit or read-only */
    ConnectionTransactions(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new MisuseException(
                    null,
                    "The connection to join is in auto-commit: there is no transaction in which record and work could"
                            + " commit together. Call setAutoCommit(false) first.",
                    null);
        }
        if (connection.isReadOnly()) {
            throw new MisuseException(
                    null, "The connection to join is read-only: no record can be written on it.", null);
        }
        this.connection = connection;
    }

    @Override
    public JdbcTransaction begin() throws SQLException {
        refuseWithoutTransaction();
        return PartTransaction.begin(connection, this);
    }

    private void refuseWithoutTransaction() throws SQLException {
        if (connection.getAutoCommit()) {
            throw new MisuseException(
                    null,
                    "The joined connection has been set to auto-commit: there is no transaction to join any more.",
                    null);
        }
        if (doom != null) {
            throw new DoomedException("The caller's transaction can only be rolled back", doom);
        }
    }

    /** A caller's transaction is always there. */
    @Override
    public boolean threadIsBound() {
        return true;
    }

    @Override
    public Running current() throws SQLException {
        refuseWithoutTransaction();
        return new Running(connection, this::afterEnd);
    }

    /** Only the caller can roll back; it is told by the part that fails, and by every one after it. */
    @Override
    public void doom(Throwable cause) {
        doom = cause;
    }

    @Override
    public void afterEnd(Runnable action) {
        afterEnd.add(action);
    }

    /** Does what was to be done after the caller's transaction. */
    @Override
    public void close() {
        afterEnd.forEach(Runnable::run);
        afterEnd.clear();
    }
}
