package io.yici.services;

/** A service cannot run here; the message names what is missing or ends with the tail of the service's log. */
public final class ServiceUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is missing. */
    public ServiceUnavailableException(String message) {
        super(message);
    }

    /** Says what went wrong, and why. */
    public ServiceUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
