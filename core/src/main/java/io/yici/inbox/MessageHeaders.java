package io.yici.inbox;

/** The names of headers under which Yici's senders and inboxes meet, on every broker. */
public final class MessageHeaders {
    /** The id of a message: the same on every resend. */
    public static final String MESSAGE_ID = "yici-message-id";

    /** The ordering key, for brokers that have no place of their own for it. */
    public static final String ORDERING_KEY = "yici-ordering-key";

    /** How the payload is encoded. */
    public static final String CONTENT_TYPE = "content-type";

    private MessageHeaders() {}
}
