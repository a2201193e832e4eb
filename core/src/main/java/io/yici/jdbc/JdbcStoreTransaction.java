package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.Failure;
import io.yici.store.MessageRows;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.OutboxRows;
import io.yici.store.StepRows;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/** The steps of a store on one JDBC transaction. */
final class JdbcStoreTransaction implements StoreTransaction {
    private final JdbcTransaction transaction;
    private final Dialect dialect;
    private final Tables tables;
    private final RecordTable table;

    JdbcStoreTransaction(JdbcTransaction transaction, Dialect dialect, Tables tables) {
        this.transaction = transaction;
        this.dialect = dialect;
        this.tables = tables;
        this.table = tables.records();
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
        table.audit(connection, "forget", found.operation(), found.id(), RecordTable.stored(found.state()), by, reason);
        return new Claim.Recorded(found);
    }

    @Override
    public boolean lock(OperationId id) {
        return step("lock", () -> dialect.claiming().lock(table, transaction, id));
    }

    @Override
    public @Nullable OperationRecord current(OperationId id) {
        return look("look at the record", () -> table.readCurrent(transaction.connection(), id));
    }

    @Override
    public boolean retake(OperationId id, String seenAttempt, String attempt, long leaseMillis) {
        return step(
                "take-over",
                () -> tables.open().retake(transaction.connection(), id, seenAttempt, attempt, leaseMillis));
    }

    @Override
    public boolean extend(OperationId id, String attempt, long leaseMillis) {
        return step("lease", () -> tables.open().extend(transaction.connection(), id, attempt, leaseMillis));
    }

    @Override
    public boolean conclude(OperationId id, Completion completion) {
        return step("conclusion", () -> tables.open().conclude(transaction.connection(), id, completion));
    }

    @Override
    public boolean reopen(OperationId id) {
        return step("mark", () -> tables.open().reopen(transaction.connection(), id));
    }

    @Override
    public StepRows steps() {
        return new JdbcStepRows(this, tables);
    }

    @Override
    public OutboxRows outbox() {
        return new JdbcOutboxRows(this, dialect, tables);
    }

    @Override
    public void afterEnd(Runnable action) {
        transaction.afterEnd(action);
    }

    @Override
    public MessageRows messages() {
        return new JdbcMessageRows(this, tables);
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

    /** Does one thing in the database, and says what its failure means. */
    <T> T step(String name, SqlStep<T> step) {
        try {
            return step.run();
        } catch (SQLException error) {
            throw failed(name, dialect.errors().judge(error), error);
        }
    }

    /** The same for what may not be there. */
    <T> @Nullable T look(String name, SqlLook<T> look) {
        try {
            return look.run();
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

    /** One thing done in the database. */
    interface SqlStep<T> {
        /** Does it. */
        T run() throws SQLException;
    }

    /** One look at the database. */
    interface SqlLook<T> {
        /** Looks. */
        @Nullable T run() throws SQLException;
    }
}
