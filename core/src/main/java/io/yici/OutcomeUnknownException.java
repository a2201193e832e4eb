package io.yici;

import org.jspecify.annotations.Nullable;

/** It cannot be told whether the work was committed. It is neither done nor undone until somebody looks. */
public final class OutcomeUnknownException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public OutcomeUnknownException(Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "The same key may safely be sent again, or ask resolve(operation); never send the request under a new key.",
                true,
                cause);
    }

    private OutcomeUnknownException(Operation operation, String found) {
        super(
                operation,
                found,
                "Nothing is run again under this key until somebody has found out what became of it and settled it; never"
                        + " send the request under a new key.",
                false,
                null);
    }

    /** A call of another system did not end with an answer: no repeat can change that before it is settled. */
    public static OutcomeUnknownException unsettled(Operation operation) {
        return new OutcomeUnknownException(
                operation, "It calls another system, and that call did not end with an answer.");
    }
}
