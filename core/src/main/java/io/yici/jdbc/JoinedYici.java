package io.yici.jdbc;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.Standing;
import io.yici.Work;
import io.yici.Yici;
import io.yici.internal.StoreYici;
import io.yici.outbox.Outbox;
import io.yici.outbox.OutboxSettings;
import org.jspecify.annotations.Nullable;

/**
 * Yici inside a transaction that the caller controls on its own connection: record and business writes become true when
 * the caller commits, and only then. Close it after the commit or roll-back, on the same thread; on MySQL this gives
 * back the locks that tell rivals that the operation is running.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * try (JoinedYici joined = yici.joining(connection)) {
 *     joined.once(operation, request, Receipt.class, () -> orders.place(connection, request));
 *     connection.commit();
 * }
 * }</pre>
 *
 * <p>Never waits and never tries again: a running rival and a conflict are refused at once. Used by one thread.
 */
public final class JoinedYici implements Yici, AutoCloseable {
    private final StoreYici yici;
    private final ConnectionTransactions transactions;

    JoinedYici(StoreYici yici, ConnectionTransactions transactions) {
        this.yici = yici;
        this.transactions = transactions;
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> Outcome<T> once(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, Work<T, X> work) throws X {
        return yici.once(operation, fingerprint, answer, work);
    }

    @Override
    public Fingerprint fingerprint(@Nullable Object request) {
        return yici.fingerprint(request);
    }

    @Override
    public Standing resolve(Operation operation) {
        return yici.resolve(operation);
    }

    @Override
    public Standing forget(Operation operation, String by, String reason) {
        return yici.forget(operation, by, reason);
    }

    /** Messages that go out with the caller's transaction. */
    public Outbox outbox() {
        return yici.outbox(OutboxSettings.defaults());
    }

    /** Gives back what was held for the transaction; the connection stays the caller's. */
    @Override
    public void close() {
        transactions.close();
    }
}
