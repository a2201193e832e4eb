package io.yici.services;

/** A service cannot run here; the message names what is missing or ends with the tail of the service's log. */
public final class ServiceUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServiceUnavailableException(String message) {
        super(message);
    }

    ServiceUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
