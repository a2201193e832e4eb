package io.yici.http;

import io.yici.IdempotencyException;

/**
 * A request refused before any operation was identified or any statement sent: nothing was executed and nothing was
 * stored. Its texts never hold the key or the content of the request.
 */
public final class RequestRefusedException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /**
     * Says why, what was found and what the sender can do.
     *
     * @param found a sentence without the key and without content
     * @param remedy a sentence
     */
    public RequestRefusedException(Reason reason, String found, String remedy) {
        super(null, found, remedy, false, null);
        this.reason = reason;
    }

    /** Why it is refused. */
    public Reason reason() {
        return reason;
    }

    /** The reactions a sender can have. */
    public enum Reason {
        /** The route requires a key and there is none. */
        KEY_MISSING,
        /** The key is malformed, blank, given twice, too short or too long. */
        KEY_INVALID,
        /** The header and the body name different keys. */
        KEYS_DIFFER,
        /** Nobody is known on whose behalf the request runs. */
        CALLER_MISSING,
        /** The content cannot be read, so that repeats could not be compared with it. */
        REQUEST_INVALID,
        /** The content is over the limit up to which it is read. */
        REQUEST_TOO_LARGE
    }
}
