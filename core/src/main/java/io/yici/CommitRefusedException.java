package io.yici;

import org.jspecify.annotations.Nullable;

/**
 * The database refused to commit the work, for instance for a constraint it checks at commit; everything was rolled
 * back.
 */
public final class CommitRefusedException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public CommitRefusedException(Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Correct the request or the data; the key is free.", false, cause);
    }
}
