package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * MySQL: the insert tries a named lock in the same statement and inserts nothing where it cannot have it. The lock
 * belongs to the session, so it is given back on the same connection once the transaction has ended.
 */
final class NamedLockClaiming implements Claiming {
    private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    @Override
    public Claim claim(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException {
        String lock = table.lockName(record.id());
        try {
            if (table.insert(transaction.connection(), record, lock) == 1) {
                NamedLocks.releaseAfter(transaction, lock);
                return CLAIMED;
            }
        } catch (SQLException error) {
            if (InnoDb.isDuplicateId(error)) {
                return meetUnderLock(table, transaction, record, lock);
            }
            if (InnoDb.isLocked(error)) {
                NamedLocks.release(transaction.connection(), lock);
                return new Claim.Busy("another transaction holds a lock beside the record");
            }
            // The lock may have been taken before the insert failed.
            NamedLocks.releaseAfter(transaction, lock);
            throw error;
        }
        return meetWithoutLock(table, transaction.connection(), record);
    }

    /** The lock is ours, and so is a shared lock on the row: nobody can change what is read. */
    private static Claim meetUnderLock(RecordTable table, JdbcTransaction transaction, NewRecord record, String lock)
            throws SQLException {
        Connection connection = transaction.connection();
        boolean kept = true;
        try {
            OperationRecord found = table.readCurrent(connection, record.id());
            Claim claim = found == null
                    ? new Claim.Busy("the record was deleted a moment ago")
                    : Claiming.met(found, record, () -> takeOver(table, connection, record, found));
            kept = claim instanceof Claim.Claimed;
            return claim;
        } finally {
            if (kept) {
                NamedLocks.releaseAfter(transaction, lock);
            } else {
                NamedLocks.release(connection, lock);
            }
        }
    }

    /** Readers of the dead row may still hold shared locks on it; they leave soon, or it is taken over another time. */
    private static Claim takeOver(RecordTable table, Connection connection, NewRecord record, OperationRecord dead)
            throws SQLException {
        long deadline = System.nanoTime() + LEAVING_NANOS;
        while (!lockRow(table, connection, record.id())) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                return new Claim.Busy("another transaction is still reading the old record");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return table.takeOver(connection, record, dead, null) == 1 ? CLAIMED : IN_FLIGHT;
    }

    /**
     * Somebody else has the lock, perhaps only to read. A row the snapshot shows is looked at again as it is now, with
     * a shared lock. Not so a dead one, which whoever has the lock is about to change; nor one that is not shown, since
     * a locking read of a missing row would lock the gap.
     */
    private static Claim meetWithoutLock(RecordTable table, Connection connection, NewRecord record)
            throws SQLException {
        if (!InnoDb.readsLock(connection)) {
            OperationRecord seen = table.read(connection, record.id());
            if (seen == null || RecordTable.isDead(seen)) {
                return IN_FLIGHT;
            }
        }
        try {
            return Claiming.met(table.readCurrent(connection, record.id()), record, () -> IN_FLIGHT);
        } catch (SQLException error) {
            if (InnoDb.isLocked(error)) {
                return IN_FLIGHT;
            }
            throw error;
        }
    }

    @Override
    public boolean lock(RecordTable table, JdbcTransaction transaction, OperationId id) throws SQLException {
        String lock = table.lockName(id);
        if (!NamedLocks.take(transaction.connection(), lock)) {
            return false;
        }
        NamedLocks.releaseAfter(transaction, lock);
        return lockRow(table, transaction.connection(), id);
    }

    private static boolean lockRow(RecordTable table, Connection connection, OperationId id) throws SQLException {
        try {
            table.lockRow(connection, id);
            return true;
        } catch (SQLException error) {
            if (InnoDb.isLocked(error)) {
                return false;
            }
            throw error;
        }
    }
}
