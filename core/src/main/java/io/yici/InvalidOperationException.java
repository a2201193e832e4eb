package io.yici;

/** The key, caller or name of an operation cannot be used as given; refused before any statement. */
public final class InvalidOperationException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with which part. */
    public InvalidOperationException(String found) {
        super(null, found + ".", "Correct the request.", false, null);
    }
}
