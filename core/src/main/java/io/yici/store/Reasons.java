package io.yici.store;

import org.jspecify.annotations.Nullable;

/** Reasons as they can be stored. */
final class Reasons {
    /** Limit of a reason, in characters. */
    static final int LENGTH = 1000;

    private Reasons() {}

    /** Cut to its limit, never between the halves of a character, and free of what some databases refuse. */
    static @Nullable String cut(@Nullable String why) {
        return why == null ? null : cut(why, LENGTH);
    }

    static String cut(String text, int length) {
        String clean = text.replace('\0', ' ');
        int end = Math.min(clean.length(), length);
        if (end > 0 && end < clean.length() && Character.isHighSurrogate(clean.charAt(end - 1))) {
            end--;
        }
        return clean.substring(0, end);
    }
}
