package io.yici;

import org.jspecify.annotations.Nullable;

/** The answer of the work cannot be stored, so the work was rolled back. */
public final class UnstorableAnswerException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public UnstorableAnswerException(Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "Return a type the codec can write and read back, or keep the answer by reference.",
                false,
                cause);
    }
}
