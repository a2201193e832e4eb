package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/** The steps of a store on one JDBC transaction. */
final class JdbcStoreTransaction implements StoreTransaction {
    private final JdbcTransaction transaction;
    private final Dialect dialect;
    private final RecordTable table;

    JdbcStoreTransaction(JdbcTransaction transaction, Dialect dialect, RecordTable table) {
        this.transaction = transaction;
        this.dialect = dialect;
        this.table = table;
    }

    /** The connection on which record and work meet. */
    Connection connection() {
        return transaction.connection();
    }

    @Override
    public boolean joined() {
        return transaction.joined();
    }

    @Override
    public Claim claim(NewRecord record) {
        return step("claim", () -> dialect.claiming().claim(table, transaction, record));
    }

    @Override
    public boolean finish(OperationId id, String attempt, Completion completion) {
        return step("finish", () -> table.finish(transaction.connection(), id, attempt, completion));
    }

    @Override
    public boolean withdraw(OperationId id, String attempt) {
        return step("withdrawal", () -> table.withdraw(transaction.connection(), id, attempt));
    }

    @Override
    public boolean leaveUnresolved(OperationId id, String attempt) {
        return step("mark", () -> table.leaveUnresolved(transaction.connection(), id, attempt));
    }

    @Override
    public Claim forget(NewRecord probe, String by, String reason) {
        return step("forgetting", () -> {
            Claim claim = dialect.claiming().claim(table, transaction, probe);
            if (claim instanceof Claim.Claimed) {
                table.withdraw(transaction.connection(), probe.id(), probe.attempt());
            }
            return claim instanceof Claim.Recorded ? forgetRecorded(probe, by, reason) : claim;
        });
    }

    /** What was read before the lock was taken may have changed, so it is read again. */
    private Claim forgetRecorded(NewRecord probe, String by, String reason) throws SQLException {
        if (!dialect.claiming().lock(table, transaction, probe.id())) {
            return Claiming.IN_FLIGHT;
        }
        Connection connection = transaction.connection();
        OperationRecord found = table.readCurrent(connection, probe.id());
        if (found == null) {
            return Claiming.CLAIMED;
        }
        if (!table.delete(connection, found.id(), found.attempt())) {
            return Claiming.IN_FLIGHT;
        }
        table.audit(connection, "forget", found, by, reason);
        return new Claim.Recorded(found);
    }

    @Override
    public long now() {
        return step("look at the clock", () -> table.now(transaction.connection()));
    }

    @Override
    public void flush() {
        transaction.flush();
    }

    @Override
    public void commit() {
        try {
            transaction.commit();
        } catch (StoreException judged) {
            throw judged;
        } catch (SQLException | RuntimeException error) {
            Failure failure = dialect.errors().judgeCommit(error);
            if (dialect.isSqlite() && failure == Failure.CONFLICT) {
                // sqlite-jdbc commits and begins the next transaction in one call: which of the two was busy?
                failure = Failure.OTHER;
            }
            throw failed("commit", failure, error);
        }
    }

    @Override
    public boolean rollback() {
        return transaction.rollback();
    }

    @Override
    public boolean shielded(Step shieldedStep) {
        Connection connection = transaction.connection();
        Savepoint savepoint = step("savepoint", connection::setSavepoint);
        boolean kept = false;
        try {
            kept = shieldedStep.run();
        } finally {
            end(connection, savepoint, kept);
        }
        return kept;
    }

    private void end(Connection connection, Savepoint savepoint, boolean kept) {
        step("savepoint", () -> {
            if (!kept) {
                connection.rollback(savepoint);
            }
            connection.releaseSavepoint(savepoint);
            return kept;
        });
    }

    private <T> T step(String name, SqlStep<T> step) {
        try {
            return step.run();
        } catch (SQLException error) {
            throw failed(name, dialect.errors().judge(error), error);
        }
    }

    /** The text of a database's error may hold stored values, so it stays in the cause. */
    private StoreException failed(String name, Failure failure, Exception error) {
        String detail = error instanceof SQLException sql
                ? " (SQLState " + sql.getSQLState() + ", code " + sql.getErrorCode() + ")"
                : "";
        return new StoreException(failure, "The " + name + " failed on " + dialect.title() + detail, error);
    }

    private interface SqlStep<T> {
        T run() throws SQLException;
    }
}
