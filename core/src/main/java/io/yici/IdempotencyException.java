package io.yici;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything Yici refuses with; each child stands for one reaction of a caller.
 *
 * <p>The message names the operation, a short hash of its key (never the key), what was found and what to do; the same
 * facts are there as methods.
 */
public abstract class IdempotencyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Operation operation;
    private final String found;
    private final String remedy;
    private final boolean retryable;

    /**
     * For children in other rooms.
     *
     * @param operation null when the refusal comes before there is one
     * @param found what was found, as a sentence
     * @param remedy what to do, as a sentence
     * @param retryable whether the same request under the same key can succeed later
     */
    protected IdempotencyException(
            @Nullable Operation operation, String found, String remedy, boolean retryable, @Nullable Throwable cause) {
        super((operation == null ? "" : operation + ": ") + found + " " + remedy, cause);
        this.operation = operation;
        this.found = found;
        this.remedy = remedy;
        this.retryable = retryable;
    }

    /** The operation that was refused; null when the refusal came before there was one, or after serialization. */
    public @Nullable Operation operation() {
        return operation;
    }

    /** What was found, as a sentence. */
    public String found() {
        return found;
    }

    /** What to do, as a sentence. */
    public String remedy() {
        return remedy;
    }

    /** Whether sending the same request under the same key again can succeed. */
    public boolean retryable() {
        return retryable;
    }
}
