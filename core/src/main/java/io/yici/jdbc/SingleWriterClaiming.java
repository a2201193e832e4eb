package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * SQLite: there is one writer, so whoever can insert at all sees everything. A database that stays busy past its
 * time-out says nothing about a rival.
 */
final class SingleWriterClaiming implements Claiming {
    @Override
    public Claim claim(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException {
        Connection connection = transaction.connection();
        try {
            if (table.insert(connection, record, null) == 1) {
                return CLAIMED;
            }
        } catch (SQLException error) {
            if (SqliteDriver.isBusy(error)) {
                return new Claim.Busy("another connection is writing to the database");
            }
            throw error;
        }
        OperationRecord found = table.read(connection, record.id());
        return Claiming.met(
                found,
                record,
                () -> found != null && table.takeOver(connection, record, found, null) == 1 ? CLAIMED : IN_FLIGHT);
    }

    @Override
    public boolean lock(RecordTable table, JdbcTransaction transaction, OperationId id) {
        return true;
    }
}
