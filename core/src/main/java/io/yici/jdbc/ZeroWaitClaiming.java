package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * MariaDB: the insert does not wait for locks. What it met is found out afterwards: a rival's row, the lock of somebody
 * else on the gap where the row would go, or a record.
 */
final class ZeroWaitClaiming implements Claiming {
    @Override
    public Claim claim(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException {
        Connection connection = transaction.connection();
        try {
            table.insert(connection, record, null);
            return CLAIMED;
        } catch (SQLException error) {
            if (InnoDb.isDuplicateId(error)) {
                return meet(table, transaction, record);
            }
            if (InnoDb.isLocked(error)) {
                OperationRecord committed = transaction.joined() || InnoDb.readsLock(connection)
                        ? null
                        : table.read(connection, record.id());
                return committed == null || RecordTable.isDead(committed)
                        ? meet(table, transaction, record)
                        : Claiming.met(committed, record, () -> IN_FLIGHT);
            }
            throw error;
        }
    }

    private static Claim meet(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException {
        try {
            OperationRecord found = table.readCurrent(transaction.connection(), record.id());
            return found == null
                    ? new Claim.Busy("another transaction holds a lock beside the record")
                    : Claiming.met(found, record, () -> takeOver(table, transaction, record, found));
        } catch (SQLException error) {
            if (InnoDb.isLocked(error)) {
                return IN_FLIGHT;
            }
            throw error;
        }
    }

    /**
     * Every rival that met the dead row holds a shared lock on it, so that nobody could change it at once: the named
     * lock picks one, and it waits for the others to leave.
     */
    private static Claim takeOver(
            RecordTable table, JdbcTransaction transaction, NewRecord record, OperationRecord dead)
            throws SQLException {
        String lock = table.lockName(record.id());
        if (!NamedLocks.take(transaction.connection(), lock)) {
            return IN_FLIGHT;
        }
        NamedLocks.releaseAfter(transaction, lock);
        try {
            return table.takeOver(transaction.connection(), record, dead, null) == 1 ? CLAIMED : IN_FLIGHT;
        } catch (SQLException error) {
            if (InnoDb.isLocked(error)) {
                return new Claim.Busy("another transaction is still reading the old record");
            }
            throw error;
        }
    }

    @Override
    public boolean lock(RecordTable table, JdbcTransaction transaction, OperationId id) throws SQLException {
        try {
            table.lockRow(transaction.connection(), id);
            return true;
        } catch (SQLException error) {
            if (InnoDb.isLocked(error)) {
                return false;
            }
            throw error;
        }
    }
}
