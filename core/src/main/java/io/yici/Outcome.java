package io.yici;

import org.jspecify.annotations.Nullable;

/**
 * How an operation ended for this caller: its answer, and whether this call did the work.
 *
 * @param value the answer, the first time and every time after
 * @param kind whether this call executed the work, or how the answer was had
 */
public record Outcome<T extends @Nullable Object>(T value, Kind kind) {
    /** Where the answer comes from. */
    public enum Kind {
        /** This call did the work. */
        EXECUTED,
        /** The work had been done before; the answer is the recorded one. */
        REPLAYED,
        /**
         * The work had been done before; the answer was rebuilt from business data and is today's, not the first one's
         * copy.
         */
        REBUILT,
        /** The work was done and committed, and by declaration nothing was recorded: the same key runs again. */
        UNRECORDED
    }

    /** Whether the work had been done by an earlier call. */
    public boolean replayed() {
        return kind == Kind.REPLAYED || kind == Kind.REBUILT;
    }
}
