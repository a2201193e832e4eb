package io.yici;

import org.jspecify.annotations.Nullable;

/** The token is past its time and nothing is recorded under it; it was not run, and never will be. */
public final class TokenExpiredException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public TokenExpiredException(Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Fetch a new token and send the request under that one.", false, cause);
    }
}
