package io.yici;

import org.jspecify.annotations.Nullable;

/** The operation was done so long ago that its answer is no longer kept; it is not run again. */
public final class ExpiredException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public ExpiredException(Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "Look the result up in the business data; use a new key only for a new intent.",
                false,
                cause);
    }
}
