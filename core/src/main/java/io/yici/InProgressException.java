package io.yici;

import org.jspecify.annotations.Nullable;

/** Somebody else is running the operation now; wait and send the same again. */
public final class InProgressException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public InProgressException(Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Wait a moment and send the same request under the same key again.", true, cause);
    }
}
