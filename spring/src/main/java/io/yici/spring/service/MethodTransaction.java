package io.yici.spring.service;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.DelegatingTransactionAttribute;
import org.springframework.transaction.interceptor.NoRollbackRuleAttribute;
import org.springframework.transaction.interceptor.RollbackRuleAttribute;
import org.springframework.transaction.interceptor.RuleBasedTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** The transaction that a guarded method asks for, by {@code @Transactional} or, without it, by Spring's defaults. */
final class MethodTransaction {
    private final Declaration declaration;
    private final @Nullable TransactionAttribute asked;

    MethodTransaction(Declaration declaration, @Nullable TransactionAttribute asked) {
        this.declaration = declaration;
        this.asked = asked;
    }

    /** What the transaction is begun with; named after the method, as Spring does. */
    TransactionDefinition definition() {
        TransactionAttribute attribute = asked == null ? new DefaultTransactionAttribute() : asked;
        if (attribute.getName() != null) {
            return attribute;
        }
        String name =
                declaration.beanClass().getName() + "." + declaration.method().getName();
        return new DelegatingTransactionAttribute(attribute) {
            private static final long serialVersionUID = 1L;

            @Override
            public String getName() {
                return name;
            }
        };
    }

    /** The name or qualifier of the transaction manager, or null where the annotation names none. */
    @Nullable String qualifier() {
        return asked == null
                        || asked.getQualifier() == null
                        || asked.getQualifier().isBlank()
                ? null
                : asked.getQualifier();
    }

    /**
     * Whether {@code noRollbackFor} names an exception more closely than {@code rollbackFor} does. That nothing names
     * it is not enough.
     */
    boolean namesAsNoRollback(Throwable thrown) {
        if (!(asked instanceof RuleBasedTransactionAttribute rules)) {
            return false;
        }
        RollbackRuleAttribute winner = null;
        int closest = Integer.MAX_VALUE;
        for (RollbackRuleAttribute rule : rules.getRollbackRules()) {
            int depth = rule.getDepth(thrown);
            if (depth >= 0 && depth < closest) {
                closest = depth;
                winner = rule;
            }
        }
        return winner instanceof NoRollbackRuleAttribute;
    }

    /** Adds why no record could live in such a transaction. */
    void check(List<String> problems) {
        if (asked == null) {
            return;
        }
        if (asked.getIsolationLevel() == TransactionDefinition.ISOLATION_READ_UNCOMMITTED) {
            problems.add(
                    declaration.title() + " asks for READ_UNCOMMITTED, at which an answer could be replayed that is"
                            + " never committed. Ask for READ_COMMITTED or higher.");
        }
        if (asked.isReadOnly()) {
            problems.add(declaration.title() + " is @Transactional(readOnly = true), so nothing could be recorded."
                    + " Remove readOnly, or the @Idempotent of a method that only reads.");
        }
        String propagation = unsuitable(asked.getPropagationBehavior());
        if (propagation != null) {
            problems.add(
                    declaration.title() + " is @Transactional(propagation = " + propagation
                            + "), so work and record would not share one transaction. Use REQUIRED, REQUIRES_NEW or MANDATORY.");
        }
    }

    private static @Nullable String unsuitable(int propagation) {
        return switch (propagation) {
            case TransactionDefinition.PROPAGATION_SUPPORTS -> "SUPPORTS";
            case TransactionDefinition.PROPAGATION_NOT_SUPPORTED -> "NOT_SUPPORTED";
            case TransactionDefinition.PROPAGATION_NEVER -> "NEVER";
            case TransactionDefinition.PROPAGATION_NESTED -> "NESTED";
            default -> null;
        };
    }
}
