package io.yici.external;

import io.yici.Rejection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the business makes of the evidence; decides how the operation's record ends. Immutable. */
public sealed interface Conclusion<T extends @Nullable Object> {
    /** The operation is done, and this is its answer, now and on every repeat. */
    record Answered<T extends @Nullable Object>(T value) implements Conclusion<T> {}

    /**
     * The operation is refused, and every repeat is refused with the same. What was written on the way to this
     * conclusion is kept, unlike the writes of work that throws a rejection.
     */
    record Rejected<T extends @Nullable Object>(Rejection rejection) implements Conclusion<T> {
        /** Checks that there is one. */
        public Rejected {
            Objects.requireNonNull(rejection, "rejection");
        }
    }

    /**
     * This call failed and is to be made again, under the next generation of the derived key: by the next repeat or by
     * the settler, whichever comes first. Only after a failure.
     */
    record Again<T extends @Nullable Object>() implements Conclusion<T> {}

    /** Ends the operation with an answer. */
    static <T extends @Nullable Object> Conclusion<T> answer(T value) {
        return new Answered<>(value);
    }

    /** Ends the operation with a recorded refusal, and keeps what was written. */
    static <T extends @Nullable Object> Conclusion<T> rejected(Rejection rejection) {
        return new Rejected<>(rejection);
    }

    /** Leaves the operation open for a call under the next key. */
    static <T extends @Nullable Object> Conclusion<T> again() {
        return new Again<>();
    }
}
