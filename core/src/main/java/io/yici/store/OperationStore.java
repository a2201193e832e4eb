package io.yici.store;

import io.yici.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * Where records live, together with the business data: opens the transactions in which both commit.
 *
 * <p>An implementation owes what {@code io.yici.test.OperationStoreContract} checks. Thread-safe.
 */
public interface OperationStore {
    /**
     * Joins the calling thread's transaction when there is one, else begins one. Does not send the claim.
     *
     * @throws StoreException when none can be had
     */
    StoreTransaction begin();

    /**
     * Begins a read-write transaction of its own at READ COMMITTED, on a connection of its own, whatever the thread is
     * in: for settling, status and operators. On a database that knows no such level, the nearest that reads the newest
     * committed state.
     *
     * @throws StoreException when none can be had
     */
    StoreTransaction beginApart();

    /**
     * The calling thread's transaction, to be written in without a part of its own; who gets it does not end it.
     *
     * @return null when the thread has none
     * @throws StoreException when it cannot be used
     */
    @Nullable StoreTransaction current();

    /**
     * Looks for a committed record outside of any transaction, in one step on the primary. Only spares work: what it
     * does not find, a claim may still meet.
     *
     * @return the newest committed record, or null when none is to be seen
     * @throws StoreException when the store cannot be asked
     */
    @Nullable OperationRecord peek(OperationId id);

    /**
     * Whether the calling thread has a transaction, active or suspended: then it must not wait in memory for another
     * thread, which could deadlock with a lock no database can see.
     */
    boolean threadIsBound();

    /** What an error thrown by business code or by a commit means, looking through its causes. */
    Failure classify(Throwable thrown);
}
