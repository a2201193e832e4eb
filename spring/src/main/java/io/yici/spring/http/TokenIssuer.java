package io.yici.spring.http;

import io.yici.guard.FormTokens;
import io.yici.spring.CallerResolver;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Issues form tokens to the caller of the current request, for the endpoint and for pages that a server renders: there
 * it is the request attribute {@value #ATTRIBUTE}, or a bean. Stores nothing. Thread-safe.
 *
 * <pre>{@code
 * <form method="post" action="/orders" th:with="token=${yiciTokens.issue('order.create')}">
 *   <input type="hidden" th:name="${token.field}" th:value="${token.value}">
 * }</pre>
 */
public final class TokenIssuer {
    /** Request attribute under which views find this. */
    public static final String ATTRIBUTE = "yiciTokens";

    private final @Nullable FormTokens tokens;
    private final Operations operations;
    private final Predicate<String> taken;
    private final String field;

    /**
     * Issues for the operations that take tokens.
     *
     * @param tokens null where there is no secret: then no operation takes any
     * @param taken whether an operation takes tokens, by its name
     * @param field name of the hidden form field
     */
    public TokenIssuer(
            @Nullable FormTokens tokens, @Nullable CallerResolver callers, Predicate<String> taken, String field) {
        this.tokens = tokens;
        this.operations = new Operations(callers);
        this.taken = taken;
        this.field = field;
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
            throw new IllegalArgumentException("operation '" + operation + "' takes no tokens");
        }
        String token = tokens.issue(operation, operations.caller());
        return new FormToken(operation, field, token, tokens.expiryOf(token));
    }

    /**
     * A token and where it goes.
     *
     * @param operation it is good for
     * @param field name of the hidden form field; the header is {@code Idempotency-Key}
     * @param value the token
     * @param expiresAt until when it can be used for the first time
     */
    public record FormToken(String operation, String field, String value, Instant expiresAt) {
        /** The hidden field as HTML; what is in it needs no escaping but the field's name, which is escaped. */
        public String hiddenField() {
            return "<input type=\"hidden\" name=\"" + escaped(field) + "\" value=\"" + value + "\">";
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
