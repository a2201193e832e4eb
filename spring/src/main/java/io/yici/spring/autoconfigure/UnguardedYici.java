package io.yici.spring.autoconfigure;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.Standing;
import io.yici.Work;
import io.yici.Yici;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** What {@link Yici} is while it is switched off: a transaction around the work, and nothing else. Thread-safe. */
final class UnguardedYici implements Yici {
    private final PlatformTransactionManager manager;

    UnguardedYici(PlatformTransactionManager manager) {
        this.manager = manager;
    }

    @Override
    public <T, X extends Exception> Outcome<T> once(
            Operation operation, Object request, Class<T> answer, Work<T, X> work) throws X {
        return once(operation, Fingerprint.unchecked(), Answer.stored(answer), work);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, Work<T, X> work) throws X {
        TransactionStatus transaction = manager.getTransaction(new DefaultTransactionDefinition());
        T value;
        try {
            value = work.run();
        } catch (Throwable thrown) {
            if (answer.isUnrecorded(thrown)) {
                manager.commit(transaction);
            } else {
                manager.rollback(transaction);
            }
            throw thrown;
        }
        manager.commit(transaction);
        return new Outcome<>(value, Outcome.Kind.EXECUTED);
    }

    @Override
    public Fingerprint fingerprint(@Nullable Object request) {
        return Fingerprint.unchecked();
    }

    @Override
    public Standing resolve(Operation operation) {
        return Standing.ABSENT;
    }

    @Override
    public Standing forget(Operation operation, String by, String reason) {
        return Standing.ABSENT;
    }
}
