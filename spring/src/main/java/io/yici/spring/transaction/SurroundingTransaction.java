package io.yici.spring.transaction;

import io.yici.MisuseException;
import io.yici.Operation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A transaction that a door has put around a whole handler, where the application by itself would have had none.
 * Services that join it lose nothing by that, except for an isolation level of their own, which Spring would silently
 * ignore: that is refused. Bound to its thread.
 */
public final class SurroundingTransaction {
    private static final Object KEY = SurroundingTransaction.class;

    private final DataSource dataSource;

    private SurroundingTransaction(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What runs inside. */
    @FunctionalInterface
    public interface Inside<X extends Exception> {
        /** Runs. */
        void run() throws X;
    }

    /** Runs something with the calling thread's transaction on this data source marked as surrounding. */
    public static <X extends Exception> void around(DataSource dataSource, Inside<X> inside) throws X {
        TransactionSynchronizationManager.bindResource(KEY, new SurroundingTransaction(dataSource));
        try {
            inside.run();
        } finally {
            TransactionSynchronizationManager.unbindResourceIfPossible(KEY);
        }
    }

    /**
     * Refuses a transaction that would join the surrounding one at another isolation level.
     *
     * @throws MisuseException saying which levels, and what to do
     */
    public static void refuseOther(TransactionDefinition asked) {
        int level = asked.getIsolationLevel();
        if (level == TransactionDefinition.ISOLATION_DEFAULT
                || !joins(asked.getPropagationBehavior())
                || !(TransactionSynchronizationManager.getResource(KEY) instanceof SurroundingTransaction surrounding)
                || level == surrounding.isolation()) {
            return;
        }
        throw new MisuseException(
                Operation.current().orElse(null),
                "A transactional method inside the guarded handler asks for isolation level " + level
                        + " (a constant of java.sql.Connection), but joins the handler's transaction, which has "
                        + surrounding.isolation() + ". Set the route's isolation to what the method needs.",
                null);
    }

    private static boolean joins(int propagation) {
        return propagation == TransactionDefinition.PROPAGATION_REQUIRED
                || propagation == TransactionDefinition.PROPAGATION_SUPPORTS
                || propagation == TransactionDefinition.PROPAGATION_MANDATORY
                || propagation == TransactionDefinition.PROPAGATION_NESTED;
    }

    private int isolation() {
        @Nullable Integer known = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
        if (known != null) {
            return known;
        }
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return connection.getTransactionIsolation();
        } catch (SQLException unknown) {
            throw new MisuseException(
                    Operation.current().orElse(null),
                    "The isolation level of the handler's transaction cannot be told.",
                    Objects.requireNonNull(unknown));
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }
}
