package io.yici.http;

import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/**
 * The value of a key header (draft-ietf-httpapi-idempotency-key-header §2.1): a structured-field string, or bare.
 *
 * <p>A bare value has none of the characters that mean something around or inside of a quoted one, so that it can be
 * read in one way only. Whoever needs them in a key sends it in quotes. Parameters are read as RFC 8941 has them: the
 * dates and display strings that RFC 9651 added are refused.
 */
final class KeyHeader {
    /** Quotation mark and backslash of a string, semicolon of its parameters, comma of two joined lines. */
    private static final String NEEDS_QUOTES = "\"\\;,";

    private KeyHeader() {}

    /** The text of one line, without blanks around it, quotes and parameters; it may be empty or blank. */
    static String text(String line, boolean bareAllowed) {
        String value = trimmed(line);
        if (!value.chars().allMatch(unit -> unit >= 0x20 && unit < 0x7F)) {
            throw KeyRules.invalid(
                    "The key header holds characters that are not printable ASCII.",
                    "Send a key of letters, digits and signs.");
        }
        if (value.startsWith("\"")) {
            return unquoted(value);
        }
        if (!bareAllowed && !value.isEmpty()) {
            throw KeyRules.invalid("The key is not in quotes.", "Send it in double quotes.");
        }
        return bare(value);
    }

    private static String bare(String value) {
        for (int i = 0; i < NEEDS_QUOTES.length(); i++) {
            char sign = NEEDS_QUOTES.charAt(i);
            if (value.indexOf(sign) >= 0) {
                throw KeyRules.invalid(
                        "The key without quotes holds the sign " + sign + " which has a meaning of its own.",
                        "Send one key; one that holds this sign goes in double quotes, with \\ before \" and \\.");
            }
        }
        return value;
    }

    /** The library's exception holds the value, so that it is not kept as a cause. */
    private static String unquoted(String value) {
        Item<?> item;
        try {
            item = Parser.parseItem(value);
        } catch (IllegalArgumentException malformed) {
            throw KeyRules.invalid(
                    "The quoted key is malformed.", "Send one string as RFC 9651 has it, with \\ before \" and \\.");
        }
        if (item instanceof StringItem string) {
            return string.get();
        }
        throw KeyRules.invalid("The key is no string.", "Send it in double quotes.");
    }

    /** Without the optional white space around a field value (RFC 9110 §5.6.3). */
    private static String trimmed(String line) {
        int start = 0;
        int end = line.length();
        while (start < end && isBlank(line.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(start, end);
    }

    private static boolean isBlank(char unit) {
        return unit == ' ' || unit == '\t';
    }
}
