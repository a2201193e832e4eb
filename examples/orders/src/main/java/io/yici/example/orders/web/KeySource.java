package io.yici.example.orders.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Where a request carries its idempotency key: the header, a member of the body, or both when they agree. */
final class KeySource {
    static final String HEADER = "Idempotency-Key";

    private KeySource() {}

    /**
     * The key of a request. A header may quote it, as a structured-field string does
     * (draft-ietf-httpapi-idempotency-key-header-07); quoted and bare are one key.
     */
    static String keyOf(@Nullable List<String> headerLines, @Nullable String inBody) {
        if (headerLines == null) {
            return required(inBody);
        }
        String inHeader = unquoted(only(headerLines));
        if (inBody != null && !inBody.equals(inHeader)) {
            throw invalid("Header " + HEADER + " and member idempotencyKey of the body differ.");
        }
        return inHeader;
    }

    private static String required(@Nullable String inBody) {
        if (inBody == null) {
            throw new ApiProblem(
                    HttpStatus.BAD_REQUEST,
                    "key-missing",
                    "Send a key of your own for this order, the same on every retry: header " + HEADER
                            + ", or member idempotencyKey of the body.");
        }
        return inBody;
    }

    private static String only(List<String> lines) {
        if (lines.size() != 1) {
            throw invalid("Header " + HEADER + " is there " + lines.size() + " times.");
        }
        return lines.get(0);
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private static ApiProblem invalid(String detail) {
        return new ApiProblem(HttpStatus.BAD_REQUEST, "key-invalid", detail);
    }
}
