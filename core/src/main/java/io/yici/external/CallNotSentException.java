package io.yici.external;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link ExternalStep#call} to say that nothing has left this process, for instance because no connection
 * could be opened: then nothing is unknown, and the call is simply made later. When in doubt, throw anything else.
 */
public final class CallNotSentException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says why nothing was sent. */
    public CallNotSentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
