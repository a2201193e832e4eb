package io.yici.http;

/** How the text of an idempotency key must look. */
public enum KeySyntax {
    /** In a header only a structured-field string: {@code "k"}, in quotes (RFC 9651 §3.3.3). */
    STRICT,
    /** In a header quoted or bare; both forms of one text are one key. */
    LENIENT,
    /** A UUID of any version in its canonical 8-4-4-4-12 form, quoted or bare; compared in lower case. */
    UUID,
    /** As {@link #UUID}, and of version 7 and the variant of RFC 9562, so that the key carries its time. */
    UUIDV7
}
