package io.yici;

import org.jspecify.annotations.Nullable;

/** The database rolled the transaction back because of a conflict with another one. */
public final class TransactionConflictException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public TransactionConflictException(@Nullable Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Run the whole transaction again.", true, cause);
    }
}
