package io.yici.spring.transaction;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.jdbc.JdbcTransaction;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** One transaction of Spring, or a part of one, from the claim to its end. */
final class SpringTransaction implements JdbcTransaction {
    private static final Logger LOG = LoggerFactory.getLogger(SpringTransaction.class);

    /** How long a connection may take to prove that it is still in step with its server, in seconds. */
    private static final int ANSWERS_WITHIN = 2;

    private final PlatformTransactionManager manager;
    private final TransactionStatus status;
    private final Connection connection;
    private final BooleanSupplier apartAllowed;
    private final boolean joined;
    private final List<Runnable> afterEnd = new ArrayList<>(1);

    private boolean running = true;
    private boolean committing;
    private boolean flushing;
    private boolean commitReached;
    private boolean committed;

    private SpringTransaction(
            PlatformTransactionManager manager,
            TransactionStatus status,
            Connection connection,
            BooleanSupplier apartAllowed) {
        this.manager = manager;
        this.status = status;
        this.connection = connection;
        this.apartAllowed = apartAllowed;
        this.joined = !status.isNewTransaction();
    }

    static SpringTransaction begin(
            PlatformTransactionManager manager,
            TransactionStatus status,
            Connection connection,
            BooleanSupplier apartAllowed) {
        SpringTransaction transaction = new SpringTransaction(manager, status, connection, apartAllowed);
        TransactionSynchronizationManager.registerSynchronization(transaction.new Watch());
        return transaction;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public boolean joined() {
        return joined;
    }

    @Override
    public void flush() {
        status.flush();
    }

    @Override
    public void afterEnd(Runnable action) {
        afterEnd.add(action);
    }

    @Override
    public void commit() {
        if (joined) {
            endPart();
        } else if (status.isRollbackOnly()) {
            rollback();
            throw new StoreException(
                    Failure.REFUSED,
                    "The transaction was marked as rollback-only",
                    new UnexpectedRollbackException(
                            "The work marked its transaction as rollback-only, or caught an"
                                    + " exception that a transactional method inside had let pass; everything was rolled back"));
        } else {
            commitWhole();
        }
    }

    private void endPart() {
        running = false;
        boolean doomed = status.isRollbackOnly();
        manager.commit(status);
        if (doomed) {
            throw new StoreException(
                    Failure.ABORTED,
                    "The transaction around the call was marked as rollback-only while the work ran",
                    null);
        }
    }

    private void commitWhole() {
        committing = true;
        TransactionSynchronizationManager.registerSynchronization(new CommitPoint());
        try {
            manager.commit(status);
        } catch (RuntimeException | Error failed) {
            if (committed) {
                LOG.error("The transaction is committed; something that ran after its commit failed", failed);
            } else if (!commitReached && !stemsFromDatabase(failed)) {
                throw new StoreException(Failure.REFUSED, "The commit was not begun", failed);
            } else {
                throw failed;
            }
        }
    }

    private static boolean stemsFromDatabase(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof SQLException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean rollback() {
        running = false;
        if (!status.isCompleted()) {
            try {
                // Said by ourselves, for a manager may be set to let a failed participant pass.
                status.setRollbackOnly();
                manager.rollback(status);
            } catch (RuntimeException failed) {
                LOG.debug("A roll-back failed; the connection was given up and the server rolls back", failed);
            }
        }
        return false;
    }

    /**
     * Follows the transaction to its end. First in line, so that it refuses before anything else is suspended, and
     * cleans up before anything else.
     */
    private final class Watch implements TransactionSynchronization {
        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void suspend() {
            if (running && !apartAllowed.getAsBoolean()) {
                throw new MisuseException(
                        Operation.current().orElse(null),
                        "The work left the transaction that holds its record, for one apart from it (REQUIRES_NEW,"
                                + " NOT_SUPPORTED or another transaction manager): what is written there would stay even"
                                + " when the rest is rolled back and done again. Move it out of the operation, or allow"
                                + " it by allowSuspension.",
                        null);
            }
        }

        /** Flushing a plain JDBC transaction means flushing those that follow it, this one included. */
        @Override
        public void flush() {
            if (!flushing) {
                flushing = true;
                try {
                    status.flush();
                } finally {
                    flushing = false;
                }
            }
        }

        @Override
        public void afterCommit() {
            committed = true;
        }

        @Override
        public void afterCompletion(int completion) {
            running = false;
            committed |= completion == STATUS_COMMITTED;
            boolean inDoubt = completion == STATUS_UNKNOWN || (committing && !committed);
            if (!joined && inDoubt && !answers()) {
                abort();
            }
            afterEnd.forEach(Runnable::run);
            afterEnd.clear();
        }
    }

    /** A connection that answers has also answered the commit: nothing of it can be under way any more. */
    private boolean answers() {
        try {
            return connection.isValid(ANSWERS_WITHIN);
        } catch (SQLException gone) {
            LOG.debug("A connection failed after a failed commit", gone);
            return false;
        }
    }

    private void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException gone) {
            LOG.debug("A connection that is given up could not be aborted", gone);
        }
    }

    /** Last in line before the commit: from here on its failure may be anything. */
    private final class CommitPoint implements TransactionSynchronization {
        @Override
        public void beforeCommit(boolean readOnly) {
            running = false;
            commitReached = true;
        }
    }
}
