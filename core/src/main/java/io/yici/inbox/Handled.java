package io.yici.inbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of a message. When {@link #done()}, the binding acknowledges it; else it has it delivered again. */
public sealed interface Handled {
    /** Whether it is to be acknowledged. */
    default boolean done() {
        return true;
    }

    /** Its effect is committed, by this delivery. */
    record Applied() implements Handled {}

    /**
     * Its effect was committed before.
     *
     * @param late whether the record of the first one no longer answers
     */
    record Duplicate(boolean late) implements Handled {}

    /** The subscription does not want it; nothing was written. */
    record Ignored() implements Handled {}

    /** A newer version of the same thing was applied before; nothing was done, which is recorded. */
    record Stale() implements Handled {}

    /** It is kept in Yici's own table, itself failing or behind one of its ordering key that does. */
    record Parked(String reason) implements Handled {}

    /** The binding is to hand it to the broker's dead-letter place first, and only then to acknowledge it. */
    record DeadLettered(String reason) implements Handled {}

    /**
     * Not done; nothing of it is committed. To be delivered again, before any later one of its ordering key.
     *
     * @param after how long to wait before that, at least
     * @param why what stood against it
     * @param cause what was thrown, where something was
     */
    record Later(Duration after, Why why, @Nullable Throwable cause) implements Handled {
        @Override
        public boolean done() {
            return false;
        }
    }

    /** What stood against a message. */
    enum Why {
        /** Another delivery of it is being handled. No failure. */
        IN_PROGRESS,
        /** The handler failed, and has tries left. */
        FAILED,
        /** The database could not be reached, or was busy. No failure of the message. */
        UNAVAILABLE,
        /** An earlier one of its ordering key in the same batch is not done. */
        BEFORE_IT
    }
}
