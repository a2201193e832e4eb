package io.yici.http;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A media type in its one form (RFC 9110 §8.3.1): type and names of parameters in lower case, values unquoted,
 * parameters by name; without boundary and charset, which say how it is written down and not what.
 *
 * <p>One that is malformed, or names a parameter twice, counts as it is spelled, and differs from every other.
 */
final class MediaTypeText {
    private static final int WELL_FORMED = 0;
    private static final int LITERAL = 1;

    private static final Set<String> NOT_COUNTED = Set.of("boundary", "charset");

    private final String text;
    private final Map<String, String> parameters = new TreeMap<>();
    private int at;

    private MediaTypeText(String text) {
        this.text = text;
    }

    static void write(String contentType, Sections out) {
        new MediaTypeText(contentType).write(out);
    }

    private void write(Sections out) {
        skipBlanks();
        String type = token();
        String subtype = take('/') ? token() : "";
        skipBlanks();
        if (type.isEmpty() || subtype.isEmpty() || !readParameters()) {
            out.tag(LITERAL).text(text);
            return;
        }
        parameters.keySet().removeAll(NOT_COUNTED);
        out.tag(WELL_FORMED).text(lower(type)).text(lower(subtype));
        out.texts(parameters.keySet()).texts(parameters.values());
    }

    /** Reads to the end; false when there is anything but parameters, of which empty ones do not count. */
    private boolean readParameters() {
        while (at < text.length()) {
            if (!take(';')) {
                return false;
            }
            skipBlanks();
            String name = token();
            if (!name.isEmpty() && !(take('=') && readValue(lower(name)))) {
                return false;
            }
            skipBlanks();
        }
        return true;
    }

    private boolean readValue(String name) {
        String value = take('"') ? quoted() : nonEmptyToken();
        return value != null && parameters.put(name, value) == null;
    }

    /** What is between quotes; null when they are not closed. */
    private @Nullable String quoted() {
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
            value.append(text.charAt(at++));
        }
        return take('"') ? value.toString() : null;
    }

    private @Nullable String nonEmptyToken() {
        String token = token();
        return token.isEmpty() ? null : token;
    }

    private String token() {
        int start = at;
        while (at < text.length() && isTokenSign(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean take(char sign) {
        boolean there = at < text.length() && text.charAt(at) == sign;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    /** RFC 9110 §5.6.2. */
    private static boolean isTokenSign(char unit) {
        return (unit >= '0' && unit <= '9')
                || (unit >= 'a' && unit <= 'z')
                || (unit >= 'A' && unit <= 'Z')
                || "!#$%&'*+-.^_`|~".indexOf(unit) >= 0;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
