package io.yici.guard;

import io.yici.OperationId;
import java.time.Duration;

/**
 * Lets one call of an operation at a time come near the database, as far as it can: suppression only. An entry that is
 * held says that somebody is probably running, never that anything was done; one that is free says nothing at all. The
 * database's claim decides either way.
 *
 * <p>An implementation owes what {@code io.yici.test.EntryGuardContract} checks. Thread-safe. Blocks for one round
 * trip, within a time-out of its own that is short against a request; never throws for a store that fails, and never
 * falls back to the memory of one process.
 */
public interface EntryGuard {
    /**
     * Tries to take the entry in one atomic step, owner and life together; does not wait.
     *
     * @param id the operation that wants in
     * @param atMost after which the entry is free again although nobody left, at least 1 millisecond; never without an
     *     end
     */
    Entry enter(OperationId id, Duration atMost);

    /** What came of trying to enter. */
    sealed interface Entry {
        /** The entry is this caller's, until it leaves or its time is over. */
        non-sealed interface Entered extends Entry, AutoCloseable {
            /**
             * Leaves: frees the entry where it is still this caller's, and only then; somebody else's is not touched.
             * May be called again, and on any thread. A store that fails is no failure of this call: the time does it.
             */
            @Override
            void close();
        }

        /** Somebody else holds it. */
        record Occupied() implements Entry {}

        /** The store could not tell in its time; should it have given the entry, only its time frees it. */
        record Unavailable(Exception cause) implements Entry {}
    }
}
