package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** H2: an insert of what is not there, under a short lock time-out, which is put back at once. */
final class LockTimeoutClaiming implements Claiming {
    static final int DUPLICATE_KEY = 23505;
    private static final int LOCK_TIMEOUT = 50200;
    private static final int CONCURRENT_UPDATE = 90131;
    private static final int SHORT_MILLIS = 1;

    @Override
    public Claim claim(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException {
        Connection connection = transaction.connection();
        long before = shorten(connection, SHORT_MILLIS);
        try {
            return claim(table, connection, record);
        } catch (SQLException error) {
            if (isLocked(error)) {
                return IN_FLIGHT;
            }
            throw error;
        } finally {
            set(connection, before);
        }
    }

    private static Claim claim(RecordTable table, Connection connection, NewRecord record) throws SQLException {
        SQLException duplicate = null;
        try {
            // A failed statement would make everybody who later waits for this transaction spin without a time-out, so
            // a
            // record that can be seen is not run into.
            if (table.insert(connection, record, record.id().bytes()) == 1) {
                return CLAIMED;
            }
        } catch (SQLException error) {
            if (error.getErrorCode() != DUPLICATE_KEY) {
                throw error;
            }
            duplicate = error;
        }
        OperationRecord found = find(table, connection, record);
        if (found == null) {
            throw new SQLTransactionRollbackException("The record is newer than the snapshot", "40001", duplicate);
        }
        return Claiming.met(
                found, record, () -> table.takeOver(connection, record, found, null) == 1 ? CLAIMED : IN_FLIGHT);
    }

    /** Looks past the snapshot, with a lock, only when the snapshot does not show the winner. */
    private static @Nullable OperationRecord find(RecordTable table, Connection connection, NewRecord record)
            throws SQLException {
        OperationRecord found = table.read(connection, record.id());
        return found == null ? table.readCurrent(connection, record.id()) : found;
    }

    @Override
    public boolean lock(RecordTable table, JdbcTransaction transaction, OperationId id) throws SQLException {
        Connection connection = transaction.connection();
        long before = shorten(connection, SHORT_MILLIS);
        try {
            table.lockRow(connection, id);
            return true;
        } catch (SQLException error) {
            if (isLocked(error)) {
                return false;
            }
            throw error;
        } finally {
            set(connection, before);
        }
    }

    static boolean isLocked(SQLException error) {
        return error.getErrorCode() == LOCK_TIMEOUT || error.getErrorCode() == CONCURRENT_UPDATE;
    }

    /** Sets the lock time-out and returns the one there was. */
    static long shorten(Connection connection, long millis) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT LOCK_TIMEOUT()")) {
            row.next();
            long before = row.getLong(1);
            set(connection, millis);
            return before;
        }
    }

    static void set(Connection connection, long millis) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT " + millis);
        }
    }
}
