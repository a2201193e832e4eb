package io.yici;

import org.jspecify.annotations.Nullable;

/** It cannot be told whether the work was committed. It is neither done nor undone until somebody looks. */
public final class OutcomeUnknownException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final boolean settling;

    /** Says which operation, what was found and what to do. */
    public OutcomeUnknownException(Operation operation, String found, @Nullable Throwable cause) {
        super(
                operation,
                found,
                "The same key may safely be sent again, or ask resolve(operation); never send the request under a new key.",
                true,
                cause);
        this.settling = false;
    }

    private OutcomeUnknownException(
            Operation operation,
            String found,
            String remedy,
            boolean retryable,
            boolean settling,
            @Nullable Throwable cause) {
        super(operation, found, remedy, retryable, cause);
        this.settling = settling;
    }

    /** A call of another system did not end with an answer: no repeat can change that before it is settled. */
    public static OutcomeUnknownException unsettled(Operation operation) {
        return new OutcomeUnknownException(
                operation,
                "It calls another system, and that call did not end with an answer.",
                "Nothing is run again under this key until somebody has found out what became of it and settled it; never"
                        + " send the request under a new key.",
                false,
                false,
                null);
    }

    /** A call of another system has not ended with an answer yet; it is settled by itself, and by every repeat. */
    public static OutcomeUnknownException settling(Operation operation, String found, @Nullable Throwable cause) {
        return new OutcomeUnknownException(
                operation,
                found,
                "Send the same request under the same key again in a while; it is settled by itself. Never send it under"
                        + " a new key.",
                true,
                true,
                cause);
    }

    /** Whether it is being found out by itself, so that a repeat in a while may get the answer. */
    public boolean isSettling() {
        return settling;
    }
}
