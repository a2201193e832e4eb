package io.yici.http;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pairs of a query as a form has them (WHATWG URL, application/x-www-form-urlencoded): plus is a blank, a name
 * without {@code =} has an empty value, empty pairs do not count.
 *
 * <p>Pairs are decoded to bytes, not to text, so that no character set makes two of them one. A name or value that
 * cannot be decoded stays as it is and is marked so: {@code %zz} is not {@code %25zz}.
 */
final class QueryPairs {
    private static final int DECODED = 0;
    private static final int LITERAL = 1;

    private QueryPairs() {}

    /** Writes the pairs by names in one order; the values of a name stay in theirs. */
    static void write(String rawQuery, Sections out) {
        Map<byte[], List<byte[]>> pairs = new TreeMap<>(Arrays::compareUnsigned);
        for (String pair : rawQuery.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                pairs.computeIfAbsent(decoded(name), unseen -> new ArrayList<>())
                        .add(decoded(value));
            }
        }
        out.number(pairs.size());
        pairs.forEach((name, values) -> {
            out.bytes(name).number(values.size());
            values.forEach(out::bytes);
        });
    }

    static boolean isEmpty(String rawQuery) {
        return rawQuery.chars().allMatch(unit -> unit == '&');
    }

    private static byte[] decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 1);
        bytes.write(DECODED);
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '%') {
                if (i + 2 >= text.length() || hex(text, i + 1) < 0 || hex(text, i + 2) < 0) {
                    return literal(text);
                }
                bytes.write(hex(text, i + 1) << 4 | hex(text, i + 2));
                i += 2;
            } else if (unit > 0x7E) {
                return literal(text);
            } else {
                bytes.write(unit == '+' ? ' ' : unit);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] literal(String text) {
        return new Sections().tag(LITERAL).text(text).written();
    }

    /** ASCII digits only: those of other scripts are no hexadecimal digits of a URL. */
    private static int hex(String text, int index) {
        char unit = text.charAt(index);
        return unit < 0x80 ? Character.digit(unit, 16) : -1;
    }
}
