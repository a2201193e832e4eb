package io.yici.guard;

import io.yici.OperationId;
import java.time.Duration;

/**
 * Marks tokens as used, in a store that is faster than the database. Only a hint: a repeat looks for its answer before
 * it claims. Whatever is said here, the database's claim decides, so that a mark that is lost, or made by a call that
 * failed afterwards, harms nobody.
 *
 * <p>An implementation owes what {@code io.yici.test.TokenMarksContract} checks. Thread-safe. Blocks for one round
 * trip, within a time-out of its own that is short against a request; never throws for a store that fails.
 */
public interface TokenMarks {
    /**
     * Marks a token in one atomic step, value and life together. A repeat neither removes the mark nor shortens its
     * life.
     *
     * @param id the operation under the token
     * @param keep how long the mark stays, at least 1 millisecond; never without an end
     */
    Mark consume(OperationId id, Duration keep);

    /** What came of marking a token. */
    sealed interface Mark {
        /** No mark was there; it is now. */
        record First() implements Mark {}

        /** A mark was there: the token was seen before, which says nothing of how that ended. */
        record Repeated() implements Mark {}

        /** The store could not tell in its time; a mark may or may not have been made. */
        record Unavailable(Exception cause) implements Mark {}
    }
}
