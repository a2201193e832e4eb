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
}
