package io.yici.http;

import java.util.Locale;
import java.util.regex.Pattern;

/** UUIDs as keys (RFC 9562 §4): the canonical form of 36 characters, and no other of the forms in use. */
final class UuidText {
    /** Characters, and so bytes, of the canonical form. */
    static final int LENGTH = 36;

    private static final Pattern ANY = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Pattern VERSION_7 =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    /** Means that there is no UUID (RFC 9562 §5.9): a variable nobody set, which would be one key for everybody. */
    private static final String NIL = "00000000-0000-0000-0000-000000000000";

    private UuidText() {}

    /** The UUID in lower case; refused when it is none, or not of version 7 where that is asked. */
    static String canonical(String text, boolean version7) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!(version7 ? VERSION_7 : ANY).matcher(lower).matches()) {
            throw KeyRules.invalid(
                    "The key is no " + (version7 ? "UUID of version 7." : "UUID."),
                    "Send " + (version7 ? "a UUIDv7" : "a UUID") + " in its form of 36 characters.");
        }
        if (lower.equals(NIL)) {
            throw KeyRules.invalid("The key is the nil UUID.", "Make a new UUID for each intent.");
        }
        return lower;
    }
}
