package io.yici.http.client;

import java.util.Locale;

/** The header fields of the protocol, as a caller of an API sends and reads them. */
public final class IdempotencyHeaders {
    /** Carries the key of a request: draft-ietf-httpapi-idempotency-key-header-07, section 2. */
    public static final String KEY = "Idempotency-Key";

    /** Marks an answer that was given before and is given again. */
    public static final String REPLAYED = "Idempotent-Replayed";

    private IdempotencyHeaders() {}

    static boolean marksReplay(String value) {
        String text = value.strip().toLowerCase(Locale.ROOT);
        return text.equals("true") || text.equals("?1");
    }
}
