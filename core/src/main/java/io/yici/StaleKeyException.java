package io.yici;

import org.jspecify.annotations.Nullable;

/** The key carries a time older than the operation allows and was never seen; it was not run. */
public final class StaleKeyException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public StaleKeyException(Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Find out whether the first request was done, then use a new key.", false, cause);
    }
}
