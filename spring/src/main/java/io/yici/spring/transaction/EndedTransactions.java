package io.yici.spring.transaction;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Knows of the calling thread's transaction that it has ended although Spring still lets others join it: while its
 * {@code afterCommit} and {@code afterCompletion} callbacks run. What is written then commits with nothing, or is lost
 * as the connection goes back.
 */
public final class EndedTransactions implements TransactionExecutionListener {
    private final DataSource dataSource;

    private EndedTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Looks at the transactions that this manager begins from now on; once for each, while nothing is run. */
    public static void watch(PlatformTransactionManager manager, DataSource dataSource) {
        Object target = AopProxyUtils.getSingletonTarget(manager);
        if ((target == null ? manager : target) instanceof AbstractPlatformTransactionManager plain
                && plain.getTransactionExecutionListeners().stream().noneMatch(EndedTransactions.class::isInstance)) {
            plain.addListener(new EndedTransactions(dataSource));
        }
    }

    /** Whether the calling thread's transaction on a data source has ended, if it is one that was looked at. */
    static boolean current(DataSource dataSource) {
        Object connection = TransactionSynchronizationManager.getResource(dataSource);
        return TransactionSynchronizationManager.getResource(Ended.class) instanceof Ended ended
                && ended.connections.contains(connection);
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
        if (failure == null && TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new Mark());
        }
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
        forget();
    }

    @Override
    public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
        forget();
    }

    private void remember() {
        Object connection = TransactionSynchronizationManager.getResource(dataSource);
        if (connection != null && !current(dataSource)) {
            Ended ended = TransactionSynchronizationManager.getResource(Ended.class) instanceof Ended known
                    ? known
                    : new Ended();
            if (ended.connections.isEmpty()) {
                TransactionSynchronizationManager.bindResource(Ended.class, ended);
            }
            ended.connections.add(connection);
        }
    }

    private void forget() {
        if (TransactionSynchronizationManager.getResource(Ended.class) instanceof Ended ended) {
            ended.connections.remove(TransactionSynchronizationManager.getResource(dataSource));
            if (ended.connections.isEmpty()) {
                TransactionSynchronizationManager.unbindResource(Ended.class);
            }
        }
    }

    /**
     * The connections of ended transactions that Spring has not let go yet; several, when one was begun behind another.
     */
    private static final class Ended {
        private final List<Object> connections = new ArrayList<>(1);
    }

    /** Of one transaction. First in line, so that every other callback finds it ended. */
    private final class Mark implements TransactionSynchronization, Ordered {
        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            remember();
        }

        @Override
        public void afterCompletion(int status) {
            remember();
        }
    }
}
