package io.yici.internal;

import io.yici.store.Failure;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Short transactions of their own, beside the work. */
final class Apart {
    /** How long a transaction is tried again that meets others at the same operation. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int TRIES = 4;

    private Apart() {}

    /**
     * Runs a unit in a transaction apart, again while it meets others, and again when the store failed or the answer to
     * its commit was lost: a unit does the same when it finds its own doing.
     *
     * @throws StoreException when that did not help
     */
    static <R extends @Nullable Object> R run(OperationStore store, Function<StoreTransaction, R> unit) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Pause pause = new Pause(10);
        for (int failures = 0; ; ) {
            try (EndedTransaction transaction = new EndedTransaction(store.beginApart())) {
                R result = unit.apply(transaction);
                transaction.commit();
                return result;
            } catch (StoreException failed) {
                boolean last = failed.failure() == Failure.CONFLICT
                        ? System.nanoTime() > deadline
                        : failed.failure() == Failure.SCHEMA || ++failures >= TRIES;
                if (last || !pause.take(Duration.ofSeconds(1))) {
                    throw failed;
                }
            }
        }
    }
}
