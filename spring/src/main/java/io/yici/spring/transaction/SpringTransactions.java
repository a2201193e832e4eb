package io.yici.spring.transaction;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.jdbc.JdbcTransaction;
import io.yici.jdbc.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions of a {@link PlatformTransactionManager} for one data source: joined when the thread has one, begun
 * otherwise, always with the connection that Spring has bound to it. Thread-safe.
 *
 * <p>The manager must be a plain JDBC or JPA one that manages exactly this data source;
 * {@link ManagedDataSource#problemWith} tells whether it is. That the connection belongs to the transaction is proved
 * each time. While a run is under way, a transaction apart on its thread (REQUIRES_NEW, NOT_SUPPORTED, another manager)
 * is refused unless it was allowed.
 */
public final class SpringTransactions implements JdbcTransactions {
    private final PlatformTransactionManager manager;
    private final DataSource dataSource;
    private final TransactionDefinition definition;
    private final BooleanSupplier apartAllowed;

    private SpringTransactions(
            PlatformTransactionManager manager,
            DataSource dataSource,
            TransactionDefinition definition,
            BooleanSupplier apartAllowed) {
        this.manager = manager;
        this.dataSource = dataSource;
        this.definition = definition;
        this.apartAllowed = apartAllowed;
    }

    /**
     * Transactions with the manager's defaults, in which no other may be begun.
     *
     * @throws IllegalArgumentException when the manager does not manage exactly this data source
     */
    public static SpringTransactions of(PlatformTransactionManager manager, DataSource dataSource) {
        String problem = ManagedDataSource.problemWith(manager, dataSource);
        if (problem != null) {
            throw new IllegalArgumentException("manager: " + problem);
        }
        return new SpringTransactions(
                manager, ManagedDataSource.unwrapped(dataSource), new DefaultTransactionDefinition(), () -> false);
    }

    /** The same with another propagation (REQUIRED, REQUIRES_NEW or MANDATORY), isolation, time-out and name. */
    public SpringTransactions as(TransactionDefinition other) {
        return new SpringTransactions(manager, dataSource, other, apartAllowed);
    }

    /** The same, asking each time whether the run on this thread may work in a transaction apart. */
    public SpringTransactions allowingApart(BooleanSupplier allowed) {
        return new SpringTransactions(manager, dataSource, definition, allowed);
    }

    @Override
    public boolean threadIsBound() {
        // A suspended transaction leaves the synchronization of the scope around it active.
        return TransactionSynchronizationManager.isActualTransactionActive()
                || TransactionSynchronizationManager.isSynchronizationActive();
    }

    @Override
    public @Nullable Running current() throws SQLException {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return null;
        }
        Connection connection = provenConnection();
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw misuse("The transaction is read-only, so no message can be published in it. Make it read-write.");
        }
        SpringThreadTransaction thread = new SpringThreadTransaction(dataSource);
        return new Running(connection, thread::afterEnd);
    }

    @Override
    public JdbcTransaction begin() throws SQLException {
        TransactionStatus status = getTransaction();
        boolean joined = !status.isNewTransaction();
        try {
            Connection connection = provenConnection();
            if (joined) {
                refuseUnsuitable(connection);
            }
            return SpringTransaction.begin(manager, status, connection, apartAllowed);
        } catch (SQLException | RuntimeException | Error refused) {
            giveBack(status, joined);
            throw refused;
        }
    }

    private TransactionStatus getTransaction() {
        try {
            return manager.getTransaction(definition);
        } catch (IllegalTransactionStateException misfit) {
            throw misuse(
                    "The transaction asked for cannot be had here: " + misfit.getMessage()
                            + ". Call it inside a transaction, or change its propagation.",
                    misfit);
        }
    }

    /** The connection that the manager bound for this transaction, and no other. */
    private Connection provenConnection() throws SQLException {
        if (EndedTransactions.current(dataSource)) {
            throw misuse(
                    "The transaction has committed already, or was rolled back, so nothing could commit with it any"
                            + " more. Do it before the commit (BEFORE_COMMIT instead of AFTER_COMMIT), or in a transaction of its"
                            + " own (REQUIRES_NEW).");
        }
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            throw misuse("The transaction manager does not tell when its transactions end; set its"
                    + " transactionSynchronization to SYNCHRONIZATION_ALWAYS.");
        }
        if (!(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder)) {
            throw misuse("The transaction that was begun is not one on the data source of the records, so the two could"
                    + " not commit together. Use the transaction manager of that data source.");
        }
        Connection connection = DataSourceUtils.doGetConnection(dataSource);
        if (connection.getAutoCommit()) {
            throw misuse("The connection of the transaction commits by itself (auto-commit), so there is no transaction"
                    + " for work and record to share.");
        }
        return connection;
    }

    private void refuseUnsuitable(Connection connection) throws SQLException {
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw misuse(
                    "The transaction around the call is read-only, so nothing can be recorded in it. Call it outside"
                            + " of that transaction, or make that one read-write.");
        }
        int asked = definition.getIsolationLevel();
        if (asked != TransactionDefinition.ISOLATION_DEFAULT && asked != isolation(connection)) {
            throw misuse(
                    "It asks for an isolation level of its own, but the transaction around the call has another one"
                            + " already. Use the same level in both, or REQUIRES_NEW.");
        }
    }

    private static int isolation(Connection connection) throws SQLException {
        Integer known = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
        return known != null ? known : connection.getTransactionIsolation();
    }

    /** Ends a transaction that was not used; the caller's, which nothing was done in, stays as it was. */
    private void giveBack(TransactionStatus status, boolean joined) {
        if (status.isCompleted()) {
            return;
        }
        if (joined) {
            manager.commit(status);
        } else {
            manager.rollback(status);
        }
    }

    private static MisuseException misuse(String found) {
        return misuse(found, null);
    }

    private static MisuseException misuse(String found, @Nullable Throwable cause) {
        return new MisuseException(Operation.current().orElse(null), found, cause);
    }
}
