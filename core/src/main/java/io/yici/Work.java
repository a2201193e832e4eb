package io.yici;

import org.jspecify.annotations.Nullable;

/**
 * The business code of an operation. It runs inside the transaction that holds the record, and may run again when the
 * database rolled it back (serialization failure, deadlock): everything it does outside of that transaction may repeat.
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Exception> {
    /**
     * Does the work and returns the answer. Throwing rolls everything back; see {@link Rejection} for a recorded
     * refusal.
     */
    T run() throws X;

    /**
     * Whether it may run again within one call after the database rolled it back. False for work that uses something up
     * outside of the transaction, such as an HTTP exchange: a conflict then ends the call, and the key is free.
     */
    default boolean repeatable() {
        return true;
    }
}
