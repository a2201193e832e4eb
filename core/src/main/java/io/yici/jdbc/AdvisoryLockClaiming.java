package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * PostgreSQL: the insert tries an advisory lock in the same statement and does nothing where it cannot have it. The
 * look-up is a statement of its own, since a statement sees no row that was committed after it began.
 */
final class AdvisoryLockClaiming implements Claiming {
    @Override
    public Claim claim(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException {
        Connection connection = transaction.connection();
        Object lock = record.id().lockNumber();
        if (table.insert(connection, record, lock) == 1) {
            return CLAIMED;
        }
        OperationRecord found = table.read(connection, record.id());
        return Claiming.met(
                found,
                record,
                () -> found != null && table.takeOver(connection, record, found, lock) == 1 ? CLAIMED : IN_FLIGHT);
    }

    @Override
    public boolean lock(RecordTable table, JdbcTransaction transaction, OperationId id) throws SQLException {
        try (PreparedStatement statement =
                transaction.connection().prepareStatement("SELECT pg_try_advisory_xact_lock(?)")) {
            statement.setLong(1, id.lockNumber());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
