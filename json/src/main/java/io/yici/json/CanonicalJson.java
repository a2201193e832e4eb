package io.yici.json;

import io.yici.json.RefusedJsonException.Reason;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of JSON: equal bytes for documents that say the same, different bytes for those that do not.
 *
 * <p>White space, escapes and the order of members do not count; the order of arrays does. Numbers keep their exact
 * decimal value and are never expanded: 1, 1.0 and 10e-1 are equal, 2^53 and 2^53+1 are not, -0 is 0. A member that is
 * null differs from an absent one. Text is not normalised: composed and decomposed é differ. Duplicate members, lone
 * surrogates and anything beyond the limits are refused. By default a document may have 1 MiB, 200 levels and 1000
 * digits to a number.
 *
 * <p>The form is itself JSON: members sorted by the bytes of their quoted names; in texts only quotation mark,
 * backslash and controls below U+0020 escaped; numbers as their digits without trailing zeros, followed by {@code e}
 * and the exponent unless that is 0. It is part of stored fingerprints and never changes. Immutable and thread-safe.
 */
public final class CanonicalJson {
    private static final int MEBIBYTE = 1 << 20;

    private final JsonParsing parsing;
    private final Pointers leftOut;
    private final Limits limits;

    private CanonicalJson(JsonParsing parsing, Pointers leftOut, Limits limits) {
        this.parsing = parsing;
        this.leftOut = leftOut;
        this.limits = limits;
    }

    /** The canonical form as read by this parser, with the default limits; users ask {@link JsonCodecs} or a codec. */
    public static CanonicalJson readBy(JsonParsing parsing) {
        return new CanonicalJson(parsing, Pointers.NONE, new Limits(MEBIBYTE, 200, 1000, false));
    }

    /**
     * Leaves out volatile members, such as a client's clock or attempt counter, in place of those left out so far.
     *
     * @param pointers JSON pointers (RFC 6901) to object members; steps through arrays are indexes. One that meets
     *     nothing is fine. Array elements cannot be left out, since their places have meaning.
     * @throws IllegalArgumentException when one is no JSON pointer or points to the whole document
     */
    public CanonicalJson without(Set<String> pointers) {
        return new CanonicalJson(parsing, Pointers.of(pointers), limits);
    }

    /** Makes 1 and 1.0 differ, as {@link java.math.BigDecimal#equals} does; 1.0 and 10e-1 stay equal. */
    public CanonicalJson keepingScale() {
        return new CanonicalJson(parsing, leftOut, new Limits(limits.bytes(), limits.depth(), limits.digits(), true));
    }

    /** Refuses documents of more bytes. */
    public CanonicalJson maxBytes(int bytes) {
        return new CanonicalJson(
                parsing, leftOut, new Limits(bytes, limits.depth(), limits.digits(), limits.keepsScale()));
    }

    /** Refuses arrays and objects nested deeper; the time for hostile input grows with depth × bytes. */
    public CanonicalJson maxDepth(int levels) {
        return new CanonicalJson(
                parsing, leftOut, new Limits(limits.bytes(), levels, limits.digits(), limits.keepsScale()));
    }

    /** Refuses numbers of more digits, leading zeros not counted. */
    public CanonicalJson maxDigits(int digits) {
        return new CanonicalJson(
                parsing, leftOut, new Limits(limits.bytes(), limits.depth(), digits, limits.keepsScale()));
    }

    /**
     * The canonical form of a document in UTF-8; a byte order mark is skipped.
     *
     * @throws RefusedJsonException when it has none or goes beyond the limits
     */
    public byte[] of(byte[] json) {
        checkLength(json);
        CanonicalWriter writer = new CanonicalWriter(leftOut, limits, json.length);
        parsing.parse(characters(json), writer);
        return writer.bytes();
    }

    /** The text at the end of a path through a document that has a canonical form; null when there is none. */
    @Nullable String textAt(Pointers path, byte[] json) {
        checkLength(json);
        TextFinder finder = new TextFinder(path, new CanonicalWriter(leftOut, limits, json.length));
        parsing.parse(characters(json), finder);
        return finder.text();
    }

    private void checkLength(byte[] json) {
        if (json.length > limits.bytes()) {
            throw new RefusedJsonException(
                    Reason.TOO_LARGE,
                    "JSON of " + json.length + " bytes is over the limit of " + limits.bytes() + " bytes");
        }
    }

    /** Decodes strictly: parsers that accept overlong or surrogate encodings would make different bytes equal. */
    private static char[] characters(byte[] json) {
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
            int start = decoded.hasRemaining() && decoded.get(0) == '\uFEFF' ? 1 : 0;
            return Arrays.copyOfRange(decoded.array(), start, decoded.limit());
        } catch (CharacterCodingException notUtf8) {
            throw new RefusedJsonException(Reason.MALFORMED, "JSON is not in UTF-8");
        }
    }

    /** What bounds the work, and whether the scale of numbers counts. */
    record Limits(int bytes, int depth, int digits, boolean keepsScale) {
        Limits {
            if (bytes < 1 || depth < 1 || digits < 1) {
                throw new IllegalArgumentException("limits must be at least 1");
            }
        }
    }
}
