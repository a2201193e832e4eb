package io.yici.benchmarks;

/**
 * An outbox that is filled with messages nobody sends yet, and then emptied by one thread to a sender that does
 * nothing.
 */
interface Drain extends AutoCloseable {
    String name();

    /** How many messages a turn is worth: some tenths of a second. */
    int turn();

    /** Not measured. */
    void fill(int messages) throws Exception;

    /** Measured: returns when all of them were handed to the sender and are finished. */
    void empty() throws Exception;

    @Override
    default void close() {}
}
