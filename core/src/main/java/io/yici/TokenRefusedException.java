package io.yici;

import org.jspecify.annotations.Nullable;

/** The key is no token that was issued to this caller for this operation; refused before anything was asked. */
public final class TokenRefusedException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public TokenRefusedException(Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "Fetch a token for this operation as this caller, and send the request under that one.",
                false,
                cause);
    }
}
