package io.yici.http;

import io.yici.Operation;
import io.yici.guard.FormTokens;
import io.yici.http.RequestRefusedException.Reason;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the key of one route: its syntax, and its length in UTF-8 bytes after unquoting, at most 255.
 *
 * <p>Whatever the input, a key is either returned in its one form or refused with a {@link RequestRefusedException};
 * nothing else is thrown. Immutable and thread-safe.
 *
 * @param syntax how the text must look
 * @param minBytes fewest UTF-8 bytes
 * @param maxBytes most UTF-8 bytes
 * @param tokens whether a key that looks like a form token passes too, whatever UUID or length is asked of others; that
 *     it is one is still to be verified
 */
public record KeyRules(KeySyntax syntax, int minBytes, int maxBytes, boolean tokens) {
    /** The header that carries the key. */
    public static final String HEADER = "Idempotency-Key";

    /** Checks the limits: {@code 1 <= minBytes <= maxBytes <= 255}, and 36 among them where keys are UUIDs. */
    public KeyRules {
        if (minBytes < 1 || minBytes > maxBytes || maxBytes > Operation.KEY_BYTES) {
            throw new IllegalArgumentException("minBytes and maxBytes must be 1 <= min <= max <= " + Operation.KEY_BYTES
                    + ", not " + minBytes + " and " + maxBytes);
        }
        if (isUuid(syntax) && (minBytes > UuidText.LENGTH || maxBytes < UuidText.LENGTH)) {
            throw new IllegalArgumentException(
                    "minBytes and maxBytes must let " + UuidText.LENGTH + " pass, the length of a UUID");
        }
    }

    /** Rules for keys of the client's own alone. */
    public KeyRules(KeySyntax syntax, int minBytes, int maxBytes) {
        this(syntax, minBytes, maxBytes, false);
    }

    /** Quoted or bare, 1 to 255 bytes. */
    public static KeyRules defaults() {
        return new KeyRules(KeySyntax.LENIENT, 1, Operation.KEY_BYTES);
    }

    /**
     * The key in the lines of its header field, as a servlet container gives them; null when there is no line.
     *
     * <p>Only ASCII makes a key here, in either form, as in RFC 9651: what bytes beyond it mean depends on who decodes
     * them. Two lines are refused even when equal, since a proxy may as well join them to {@code a, b}.
     *
     * @throws RequestRefusedException ({@link Reason#KEY_INVALID}) for anything else that is not one key
     */
    public @Nullable String keyInHeader(List<String> lines) {
        if (lines.isEmpty()) {
            return null;
        }
        if (lines.size() > 1) {
            throw invalid("The key header is there " + lines.size() + " times.", "Send it once.");
        }
        return checked(KeyHeader.text(lines.get(0), syntax != KeySyntax.STRICT));
    }

    /**
     * The key that came as a plain text, for instance in a JSON body: as given, neither trimmed nor unquoted.
     *
     * @throws RequestRefusedException ({@link Reason#KEY_INVALID}) when it breaks the rules
     */
    public String keyInBody(String text) {
        return checked(text);
    }

    private String checked(String text) {
        if (text.isBlank()) {
            throw invalid("The key is " + (text.isEmpty() ? "empty." : "blank."), "Send a key.");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw invalid("The key holds a control character.", "Send a key of printable characters.");
        }
        if (tokens && FormTokens.looksLikeToken(text)) {
            return withinLimits(text, 1, Operation.KEY_BYTES);
        }
        String fitting = withinLimits(text, minBytes, maxBytes);
        return isUuid(syntax) ? UuidText.canonical(fitting, syntax == KeySyntax.UUIDV7) : fitting;
    }

    private static String withinLimits(String text, int minBytes, int maxBytes) {
        int bytes = utf8Bytes(text);
        if (bytes < minBytes || bytes > maxBytes) {
            throw invalid(
                    "The key is " + bytes + " bytes long.",
                    "Send a key of " + minBytes + " to " + maxBytes + " bytes in UTF-8.");
        }
        return text;
    }

    private static int utf8Bytes(String text) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .remaining();
        } catch (CharacterCodingException notUnicode) {
            throw invalid("The key is not well-formed Unicode.", "Send a key of printable characters.");
        }
    }

    private static boolean isUuid(KeySyntax syntax) {
        return syntax == KeySyntax.UUID || syntax == KeySyntax.UUIDV7;
    }

    static RequestRefusedException invalid(String found, String remedy) {
        return new RequestRefusedException(Reason.KEY_INVALID, found, remedy);
    }
}
