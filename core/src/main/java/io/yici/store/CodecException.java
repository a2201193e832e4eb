package io.yici.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A value cannot be written, or bytes cannot be read. */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what and why, without the content. */
    public CodecException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What and why. */
    public String message() {
        return Objects.requireNonNull(getMessage());
    }
}
