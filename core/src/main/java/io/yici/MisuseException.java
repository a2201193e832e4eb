package io.yici;

import org.jspecify.annotations.Nullable;

/** The call cannot be guarded the way it is made. A programming error. */
public final class MisuseException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public MisuseException(@Nullable Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Correct the call; nothing was committed.", false, cause);
    }
}
