package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How one family of databases takes an operation without waiting for a rival. Stateless. */
interface Claiming {
    Claim CLAIMED = new Claim.Claimed();
    Claim IN_FLIGHT = new Claim.InFlight();

    /** Takes the operation, or says who has it; leaves the transaction usable unless it throws. */
    Claim claim(RecordTable table, JdbcTransaction transaction, NewRecord record) throws SQLException;

    /**
     * Takes the lock under which a record that is there may be changed or deleted, until the transaction ends.
     *
     * @return false, at once, when somebody else has it
     */
    boolean lock(RecordTable table, JdbcTransaction transaction, OperationId id) throws SQLException;

    /**
     * What a record found in place of an inserted one means: ours when the driver sent our insert twice, an answer, or,
     * past all its times, something to take over.
     */
    static Claim met(@Nullable OperationRecord found, NewRecord record, TakeOver takeOver) throws SQLException {
        if (found == null) {
            return IN_FLIGHT;
        }
        if (RecordTable.isFrom(record.attempt(), found)) {
            return CLAIMED;
        }
        return RecordTable.isDead(found) ? takeOver.run() : new Claim.Recorded(found);
    }

    /** Replaces a dead record in place. */
    interface TakeOver {
        Claim run() throws SQLException;
    }
}
