package io.yici;

import org.jspecify.annotations.Nullable;

/** The record exists and this version cannot read it; the work was not run again. */
public final class UnreadableRecordException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public UnreadableRecordException(Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "Upgrade this node, or restore the type the answer was stored as; an operator may forget the key.",
                false,
                cause);
    }
}
