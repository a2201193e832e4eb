package io.yici.http.client;

/** A key as text and as the structured-field string of its header (RFC 9651, section 3.3.3). */
final class KeyText {
    static final int LIMIT = 255;

    private KeyText() {}

    /** Returns the key when a header can carry it: 1 to 255 printable ASCII characters, not blank. */
    static String checked(String key) {
        if (key.isBlank() || key.length() > LIMIT || !key.chars().allMatch(unit -> unit >= ' ' && unit <= '~')) {
            throw new IllegalArgumentException("key must be 1 to " + LIMIT + " printable ASCII characters, not blank");
        }
        return key;
    }

    static String quoted(String key) {
        StringBuilder quoted = new StringBuilder(key.length() + 2).append('"');
        for (int at = 0; at < key.length(); at++) {
            char unit = key.charAt(at);
            if (unit == '"' || unit == '\\') {
                quoted.append('\\');
            }
            quoted.append(unit);
        }
        return quoted.append('"').toString();
    }

    /**
     * The key inside a header value; a bare value is a key as it stands, as servers read it.
     *
     * @throws IllegalArgumentException when it holds two keys, or one that does not end
     */
    static String unquoted(String header) {
        String value = header.strip();
        if (!value.startsWith("\"")) {
            return requireOne(value, value);
        }
        StringBuilder key = new StringBuilder(value.length());
        for (int at = 1; at < value.length(); at++) {
            char unit = value.charAt(at);
            if (unit == '"') {
                return requireOne(key.toString(), value.substring(at + 1));
            }
            if (unit == '\\' && at + 1 < value.length()) {
                at++;
            }
            key.append(value.charAt(at));
        }
        throw new IllegalArgumentException("header " + IdempotencyHeaders.KEY + " must end its quoted key");
    }

    /** A comma outside of quotes separates two keys, which is how some clients join two header lines. */
    private static String requireOne(String key, String outsideQuotes) {
        if (outsideQuotes.contains(",")) {
            throw new IllegalArgumentException("header " + IdempotencyHeaders.KEY + " must carry one key, not several");
        }
        return key;
    }
}
