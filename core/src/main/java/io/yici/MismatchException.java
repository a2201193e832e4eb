package io.yici;

import org.jspecify.annotations.Nullable;

/** The key was used for another request. Sending it again cannot help. */
public final class MismatchException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public MismatchException(Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Use a new key for a new request, or send the first request unchanged.", false, cause);
    }
}
