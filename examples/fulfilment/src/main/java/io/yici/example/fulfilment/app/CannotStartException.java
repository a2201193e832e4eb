package io.yici.example.fulfilment.app;

import org.jspecify.annotations.Nullable;

/** The service cannot start for a reason its user can mend; the message says it in one line. */
final class CannotStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
