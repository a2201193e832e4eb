package io.yici.http;

/**
 * A kept response cannot be read: it is of a newer version, cut or damaged. The work it answers was done; a caller
 * fails closed and never runs it again. The message says what is wrong, without content.
 */
public final class KeptResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with the bytes. */
    public KeptResponseException(String message) {
        super(message);
    }
}
