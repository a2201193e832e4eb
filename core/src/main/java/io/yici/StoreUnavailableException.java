package io.yici;

import org.jspecify.annotations.Nullable;

/** The store could not be reached or was busy; the work was not executed, or was rolled back as a whole. */
public final class StoreUnavailableException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says which operation, what was found and what to do. */
    public StoreUnavailableException(@Nullable Operation operation, String found, @Nullable Throwable cause) {
        super(operation, found, "Send the same request under the same key again later.", true, cause);
    }
}
