package io.yici.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step of a store failed; says what that means for the transaction. Never thrown to users as it is. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    /** Wraps what the database said. */
    public StoreException(Failure failure, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    /** What it means for the transaction. */
    public Failure failure() {
        return failure;
    }

    /** What happened, as a sentence. */
    public String message() {
        return Objects.requireNonNull(getMessage());
    }
}
