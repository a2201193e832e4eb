package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** What MySQL and MariaDB say about keys, locks and snapshots. */
final class InnoDb {
    private static final int DUPLICATE_KEY = 1062;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_NOWAIT = 3572;

    private InnoDb() {}

    /** Whether the primary key of the table written to was there already; another key's duplicate is an error. */
    static boolean isDuplicateId(SQLException error) {
        return error.getErrorCode() == DUPLICATE_KEY
                && String.valueOf(error.getMessage()).contains("PRIMARY'");
    }

    /** Whether every read takes locks, and waits for those of others. */
    static boolean readsLock(Connection connection) throws SQLException {
        return connection.getTransactionIsolation() == Connection.TRANSACTION_SERIALIZABLE;
    }

    /** Whether somebody else holds a lock on the row or the gap; the statement is undone, the transaction goes on. */
    static boolean isLocked(SQLException error) {
        return error.getErrorCode() == LOCK_WAIT_TIMEOUT || error.getErrorCode() == LOCK_NOWAIT;
    }
}
