package io.yici.external;

import io.yici.Outcome;
import io.yici.Work;
import org.jspecify.annotations.Nullable;

/** What came of taking an operation whose work leaves the database. */
public sealed interface Taken<T extends @Nullable Object> {
    /** It was done before: this is the recorded outcome. */
    record Answered<T extends @Nullable Object>(Outcome<T> outcome) implements Taken<T> {}

    /**
     * It is this caller's to do. Ends with exactly one of {@link #finish}, {@link #withdraw} and
     * {@link #leaveUnresolved}, on any thread; without one of them it is unresolved once its lease is over.
     */
    non-sealed interface Running<T extends @Nullable Object> extends Taken<T> {
        /** Runs work on the calling thread as this operation, so that {@code Operation.current()} names it. */
        <R extends @Nullable Object, X extends Exception> R within(Work<R, X> work) throws X;

        /**
         * Records the answer. Tried again a few times while the store fails.
         *
         * @throws io.yici.OutcomeUnknownException it could not be recorded, or the record was settled or forgotten by
         *     somebody else: what the work did stands, and repeats are refused
         */
        Outcome<T> finish(T value);

        /** Gives the operation back untouched: nothing has left the database, and the key is free. */
        void withdraw();

        /**
         * Says that nobody knows what the work has done: repeats are refused until that is settled. A store that cannot
         * be reached is no failure of this call, since the end of the lease says the same.
         *
         * @param why what happened, for the listeners
         */
        void leaveUnresolved(@Nullable Throwable why);
    }
}
