package io.yici.http.client;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One sending of a call, and how it ended.
 *
 * @param number counted from 1 within one send
 * @param end how it ended
 * @param answered the status of the answer; null when none came
 * @param failure why no answer came; null when one did
 * @param asked how long the server asked to wait by {@code Retry-After}; zero when it did not
 */
public record Attempt(
        int number,
        End end,
        @Nullable Integer answered,
        @Nullable Exception failure,
        Duration asked) {
    /** The status of the answer; empty when none came. */
    public OptionalInt status() {
        return answered == null ? OptionalInt.empty() : OptionalInt.of(answered);
    }

    /** Whether the server may have acted on this attempt without the caller learning of it. */
    boolean leavesDoubt() {
        return switch (end) {
            case LOST, UNKNOWN -> true;
            case PUT_OFF -> answered == null || !Verdict.refusesBeforeRunning(answered);
            case ANSWERED, REPLAYED, NOT_SENT -> false;
        };
    }

    /** The ways in which one attempt ends. */
    public enum End {
        /** An answer that ends the call, a refusal included. */
        ANSWERED,
        /** An answer that was given before and is given again. */
        REPLAYED,
        /** The server said later: 408, 425, 429, 502, 503, 504, or a 409 that is retryable. */
        PUT_OFF,
        /** The request may have reached the server, and no whole answer came back. */
        LOST,
        /** No connection was made, so nothing can have reached the server. */
        NOT_SENT,
        /** The server said that it does not know the outcome: 409 {@code outcome-unknown}. */
        UNKNOWN
    }
}
