package io.yici.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hidden field of HTML forms that carries the key, for pages that work without a script. What it finds is still to
 * be checked by {@link KeyRules#keyInBody}. Immutable and thread-safe.
 *
 * @param name of the field
 */
public record KeyField(String name) {
    /** The name by default. */
    public static final String DEFAULT_NAME = "_idempotency_key";

    /** Checks that there is a name. */
    public KeyField {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name of the key's form field is blank");
        }
    }

    /**
     * The key in a form; null when the field is not there. In the address it is refused, since addresses go to logs and
     * are handed on.
     *
     * @param pairs decoded, of the body and, as servlet containers mix them, of the query
     * @param rawQuery as sent, or null
     * @throws RequestRefusedException ({@link RequestRefusedException.Reason#KEY_INVALID}) when the field is there more
     *     than once, or in the query
     */
    public @Nullable String keyIn(Map<String, List<String>> pairs, @Nullable String rawQuery) {
        if (isNamedIn(rawQuery)) {
            throw KeyRules.invalid(
                    "The key is in the address, which goes to logs.",
                    "Send it in the header " + KeyRules.HEADER + " or in the body of the form.");
        }
        List<String> values = pairs.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw KeyRules.invalid("The key is in the form " + values.size() + " times.", "Send it once.");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    private boolean isNamedIn(@Nullable String rawQuery) {
        return rawQuery != null
                && Stream.of(rawQuery.split("&"))
                        .map(pair -> pair.split("=", 2)[0])
                        .anyMatch(each -> decoded(each).equals(name));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
