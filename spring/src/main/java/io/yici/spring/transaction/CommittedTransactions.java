package io.yici.spring.transaction;

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
 * Knows of the calling thread's transaction that it has committed although Spring still calls it active: while its
 * {@code afterCommit} callbacks run. What is written then commits with nothing, or is lost as the connection goes back.
 */
public final class CommittedTransactions implements TransactionExecutionListener {
    private CommittedTransactions() {}

    /** Looks at the transactions that this manager begins from now on; once for each, while nothing is run. */
    public static void watch(PlatformTransactionManager manager) {
        Object target = AopProxyUtils.getSingletonTarget(manager);
        if ((target == null ? manager : target) instanceof AbstractPlatformTransactionManager plain
                && plain.getTransactionExecutionListeners().stream()
                        .noneMatch(CommittedTransactions.class::isInstance)) {
            plain.addListener(new CommittedTransactions());
        }
    }

    /** Whether the calling thread is behind the commit of a transaction that was looked at. */
    static boolean current() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(each -> each instanceof Mark mark && mark.committed);
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
        if (failure == null && TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new Mark());
        }
    }

    /** Of one transaction; suspended with it. First in line, so that every other callback finds it set. */
    private static final class Mark implements TransactionSynchronization, Ordered {
        private boolean committed;

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            committed = true;
        }
    }
}
