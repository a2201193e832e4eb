package io.yici.spring.transaction;

import io.yici.lease.ThreadTransaction;
import javax.sql.DataSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The calling thread's transaction as Spring knows it, whichever manager began it: what is to come after its end comes
 * after its completion, committed or rolled back. A manager that tells nobody when its transactions end
 * (SYNCHRONIZATION_NEVER) is not seen. Thread-safe.
 *
 * @param dataSource where leases are kept; a transaction counts as active when it has a connection of this one
 */
public record SpringThreadTransaction(DataSource dataSource) implements ThreadTransaction {
    @Override
    public boolean isActive() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.hasResource(dataSource);
    }

    @Override
    public boolean afterEnd(Runnable action) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                action.run();
            }
        });
        return true;
    }
}
