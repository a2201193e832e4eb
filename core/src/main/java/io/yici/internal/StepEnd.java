package io.yici.internal;

import io.yici.Outcome;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What came of going on with a call to another system. */
sealed interface StepEnd<T extends @Nullable Object> {
    /**
     * The operation has ended.
     *
     * @param answer gives, or throws, what it ended with
     * @param recorded whether that comes from its record, since it ended in another way than by this attempt
     */
    record Ended<T extends @Nullable Object>(Supplier<Outcome<T>> answer, boolean recorded) implements StepEnd<T> {}

    /**
     * It is still open, and settled later.
     *
     * @param why a part of a sentence
     * @param forOperators by a person
     */
    record Open<T extends @Nullable Object>(
            String why, @Nullable Throwable cause, boolean forOperators) implements StepEnd<T> {}

    /** Another attempt has it now. */
    record Lost<T extends @Nullable Object>() implements StepEnd<T> {}
}
