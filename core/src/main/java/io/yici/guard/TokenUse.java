package io.yici.guard;

/** Whether the keys of an operation are tokens; the later, the stricter. */
public enum TokenUse {
    /** Keys are the client's own. A token would be a key like any other. */
    NONE,
    /** Keys are the client's own or tokens; a key that looks like a token must be one of the caller's. */
    ACCEPTED,
    /** Every key is a token. */
    REQUIRED;

    /** The stricter of two. */
    public TokenUse and(TokenUse other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
