package io.yici.spring.state;

/**
 * Copies of rows that a library keeps for the running transaction beside the database: a persistence context, a cache
 * of a session. Beans of this type are told of what {@link SpringStates} writes. Called on the thread of the
 * transaction.
 */
public interface HeldCopies {
    /** Rows were written past the library, or found changed: forget what is merely cached. */
    void rowsWereWritten();

    /** Reads an object anew from the database; false when the library does not hold it. */
    boolean refresh(Object entity);
}
