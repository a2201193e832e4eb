package io.yici.json;

/** JSON that has no canonical form, or goes beyond the limits. The message says where and why, without the content. */
public final class RefusedJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Says what was found. */
    public RefusedJsonException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why it is refused, for the answer to the sender. */
    public Reason reason() {
        return reason;
    }

    /** The reactions a sender can have. */
    public enum Reason {
        /** It is not one JSON value in UTF-8. */
        MALFORMED,
        /** An object names a member twice; parsers disagree about which of them counts (RFC 8259 §4). */
        DUPLICATE_MEMBER,
        /** A text holds half a surrogate pair, which is no character. */
        LONE_SURROGATE,
        /** A number has more digits, or a longer exponent, than the limit. */
        NUMBER_TOO_LONG,
        /** Arrays and objects are nested deeper than the limit. */
        TOO_DEEP,
        /** The document is longer than the limit. */
        TOO_LARGE,
        /** A member that must hold a text, see {@link TextMember}, holds something else. */
        NOT_TEXT
    }
}
