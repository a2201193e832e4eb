package io.yici;

import org.jspecify.annotations.Nullable;

/** The work was done, and its answer can no longer be rebuilt from the business data; it is not run again. */
public final class AnswerNotKeptException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public AnswerNotKeptException(Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Look the result up in the business data.", false, cause);
    }
}
