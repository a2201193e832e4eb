package io.yici.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks the text parts of an identity at the door, in bytes, before any statement is sent. */
public final class Text {
    private Text() {}

    /**
     * Returns what is wrong with a text part, or null when it may be used: it must be present, not blank, free of
     * control characters, well-formed (no lone surrogates, which would all encode alike) and at most {@code limit}
     * UTF-8 bytes.
     */
    public static @Nullable String faultOf(@Nullable String text, int limit) {
        if (text == null) {
            return "is missing";
        }
        if (text.isBlank()) {
            return "is blank";
        }
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            return "contains a control character";
        }
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return bytes.remaining() <= limit ? null : "is " + bytes.remaining() + " bytes long; the limit is " + limit;
        } catch (CharacterCodingException malformed) {
            return "is not well-formed Unicode";
        }
    }
}
