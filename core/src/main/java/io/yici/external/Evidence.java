package io.yici.external;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is known of a call to another system, from its response, from a query or from a callback. Immutable. */
public sealed interface Evidence<R extends @Nullable Object> {
    /** It was done there, with this result. */
    record Succeeded<R extends @Nullable Object>(R result) implements Evidence<R> {}

    /** It was not done there, and never will be under this key. */
    record Failed<R extends @Nullable Object>(String reason) implements Evidence<R> {
        /** Checks that there is a reason. */
        public Failed {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** The other side does not know this key (yet). Means nothing while the call may still be under way. */
    record Absent<R extends @Nullable Object>() implements Evidence<R> {}

    /** The other side cannot tell yet. Never taken for a failure. */
    record Undecided<R extends @Nullable Object>(String reason) implements Evidence<R> {
        /** Checks that there is a reason. */
        public Undecided {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** It was done there, with this result. */
    static <R extends @Nullable Object> Evidence<R> succeeded(R result) {
        return new Succeeded<>(result);
    }

    /** It was definitively not done there. */
    static <R extends @Nullable Object> Evidence<R> failed(String reason) {
        return new Failed<>(reason);
    }

    /** The other side does not know it. */
    static <R extends @Nullable Object> Evidence<R> absent() {
        return new Absent<>();
    }

    /** The other side cannot tell yet. */
    static <R extends @Nullable Object> Evidence<R> undecided(String reason) {
        return new Undecided<>(reason);
    }
}
