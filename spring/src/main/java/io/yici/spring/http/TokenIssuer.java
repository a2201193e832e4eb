package io.yici.spring.http;

import io.yici.guard.FormTokens;
import io.yici.spring.CallerResolver;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Issues form tokens to the caller of the current request, for the endpoint and for pages that a server renders: there
 * it is the request attribute {@value #ATTRIBUTE}, or a bean. Stores nothing. Thread-safe.
 *
 * <pre>{@code
 * <form method="post" action="/orders" th:with="token=${yiciTokens.issue('order.create')}">
 *   <input type="hidden" th:name="${token.field}" th:value="${token.value}"
 *       th:data-issued-at="${token.issuedAt}" th:data-expires-at="${token.expiresAt}">
 * }</pre>
 */
public final class TokenIssuer {
    /** Request attribute under which views find this. */
    public static final String ATTRIBUTE = "yiciTokens";

    private final @Nullable FormTokens tokens;
    private final Operations operations;
    private final Predicate<String> taken;
    private final UnaryOperator<String> fields;

    /**
     * Issues for the operations that take tokens.
     *
     * @param tokens null where there is no secret: then no operation takes any
     * @param taken whether an operation takes tokens, by its name
     * @param fields name of the hidden form field of an operation
     */
    public TokenIssuer(
            @Nullable FormTokens tokens,
            @Nullable CallerResolver callers,
            Predicate<String> taken,
            UnaryOperator<String> fields) {
        this.tokens = tokens;
        this.operations = new Operations(callers);
        this.taken = taken;
        this.fields = fields;
    }

    /** Whether there are tokens for an operation of this name. */
    public boolean issuesFor(String operation) {
        return tokens != null && taken.test(operation);
    }

    /**
     * Issues a token for one use of an operation by the caller of the current request.
     *
     * @throws io.yici.http.RequestRefusedException when it is not known on whose behalf the request runs
     * @throws IllegalArgumentException when the operation takes no tokens
     */
    public FormToken issue(String operation) {
        if (tokens == null || !taken.test(operation)) {
            throw new IllegalArgumentException("operation '" + operation
                    + "' takes no tokens: set yici.http.routes[" + operation
                    + "].token=accepted or required, and a secret under yici.tokens.secrets");
        }
        String token = tokens.issue(operation, operations.caller());
        Instant expiresAt = tokens.expiryOf(token);
        return new FormToken(
                operation, fields.apply(operation), token, expiresAt.minus(tokens.timeToLive()), expiresAt);
    }

    /**
     * A token and where it goes.
     *
     * @param operation it is good for
     * @param field name of the hidden form field; the header is {@code Idempotency-Key}
     * @param value the token
     * @param issuedAt when, by this server's clock
     * @param expiresAt until when it can be used for the first time, by the same clock
     */
    public record FormToken(String operation, String field, String value, Instant issuedAt, Instant expiresAt) {
        /**
         * The hidden field as HTML, with both times, from which a page's script learns how long the token lives
         * whatever the clock of its device says. What is in it needs no escaping but the field's name, which is
         * escaped.
         */
        public String hiddenField() {
            return "<input type=\"hidden\" name=\"" + escaped(field) + "\" value=\"" + value + "\" data-issued-at=\""
                    + issuedAt + "\" data-expires-at=\"" + expiresAt + "\">";
        }

        private static String escaped(String text) {
            return text.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
        }

        /** Without the token. */
        @Override
        public String toString() {
            return "FormToken[" + operation + ", until " + expiresAt + "]";
        }
    }
}
