package io.yici.spring.service;

import io.yici.spring.transaction.SurroundingTransaction;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.DelegatingTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * The transaction attributes of a guarded method as seen from inside its run: the transaction is there already,
 * whatever the propagation, and the run around decides about commit and roll-back. All other methods are as they were,
 * but one that would join the transaction of a guarded handler at another isolation level is refused.
 */
final class JoiningAttributes implements TransactionAttributeSource {
    private final TransactionAttributeSource attributes;
    private final Entrances entrances;

    JoiningAttributes(TransactionAttributeSource attributes, Entrances entrances) {
        this.attributes = attributes;
        this.entrances = entrances;
    }

    /** The attributes as they were declared. */
    TransactionAttributeSource declared() {
        return attributes;
    }

    @Override
    public boolean isCandidateClass(Class<?> targetClass) {
        return attributes.isCandidateClass(targetClass);
    }

    @Override
    public boolean hasTransactionAttribute(Method method, @Nullable Class<?> targetClass) {
        return attributes.hasTransactionAttribute(method, targetClass);
    }

    @Override
    public @Nullable TransactionAttribute getTransactionAttribute(Method method, @Nullable Class<?> targetClass) {
        TransactionAttribute asked = attributes.getTransactionAttribute(method, targetClass);
        if (asked == null) {
            return null;
        }
        if (entrances.take(method)) {
            return new Joining(asked);
        }
        SurroundingTransaction.refuseOther(asked);
        return asked;
    }

    private static final class Joining extends DelegatingTransactionAttribute {
        private static final long serialVersionUID = 1L;

        private Joining(TransactionAttribute asked) {
            super(asked);
        }

        @Override
        public int getPropagationBehavior() {
            return TransactionDefinition.PROPAGATION_MANDATORY;
        }

        @Override
        public boolean rollbackOn(Throwable thrown) {
            return false;
        }
    }
}
