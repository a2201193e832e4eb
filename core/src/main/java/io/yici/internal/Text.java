package io.yici.internal;

import io.yici.InvalidOperationException;
import org.jspecify.annotations.Nullable;

/** Checks the text parts of an identity at the door, in bytes, before any statement is sent. */
public final class Text {
    private static final int BY_BYTES = 255;
    private static final int REASON_BYTES = 4000;
    private static final int REASON_LENGTH = 1000;
    private static final int MOST_LISTED = 1000;

    private Text() {}

    /** Whether a text has no lone surrogates, which all encode alike, so that two different texts would meet. */
    public static boolean isWellFormed(String text) {
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (Character.isSurrogate(unit) && !isPair(text, index++)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPair(String text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
    }

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
        int bytes = 0;
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (Character.isISOControl(unit)) {
                return "contains a control character";
            }
            if (Character.isSurrogate(unit)) {
                if (!isPair(text, index)) {
                    return "is not well-formed Unicode";
                }
                index++;
                bytes += 4;
            } else {
                bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
            }
        }
        return bytes <= limit ? null : "is " + bytes + " bytes long; the limit is " + limit;
    }

    /** Checks who acts, and why, before anything is changed. */
    static void checkAct(String by, String reason) {
        check("by", by, BY_BYTES);
        check("reason", reason, REASON_BYTES);
        if (reason.length() > REASON_LENGTH) {
            throw new InvalidOperationException("'reason' is " + reason.length() + " characters long; the limit is "
                    + REASON_LENGTH + "; nothing was changed");
        }
    }

    /** Checks how many an operator asks to see. */
    static void checkLimit(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new InvalidOperationException("'limit' must be 1 to " + MOST_LISTED + ", not " + limit);
        }
    }

    private static void check(String part, String text, int limit) {
        String fault = faultOf(text, limit);
        if (fault != null) {
            throw new InvalidOperationException("'" + part + "' " + fault + "; nothing was changed");
        }
    }
}
