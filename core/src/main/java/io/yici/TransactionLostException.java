package io.yici;

import org.jspecify.annotations.Nullable;

/**
 * The transaction was gone or aborted before the work could be recorded: the work swallowed a database error, or ended
 * the transaction itself. Nothing was recorded and the rest was rolled back.
 */
public final class TransactionLostException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public TransactionLostException(@Nullable Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "Let database errors reach the caller, and do not commit, roll back or run DDL inside the work.",
                false,
                cause);
    }
}
