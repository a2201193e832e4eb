package io.yici.http.client;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The two members of a problem body (RFC 9457) that decide about a retry; null where it does not say.
 *
 * <p>Read by hand, so that a caller needs no JSON library. A body that is no JSON object says nothing.
 */
record Problem(@Nullable String code, @Nullable Boolean retryable) {
    static final Problem SILENT = new Problem(null, null);

    static Problem read(byte[] body) {
        try {
            return new Reader(new String(body, StandardCharsets.UTF_8)).object();
        } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return SILENT;
        }
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Problem object() {
            String code = null;
            Boolean retryable = null;
            expect('{');
            while (peek() != '}') {
                String name = string();
                expect(':');
                if (name.equals("code") && peek() == '"') {
                    code = string();
                } else {
                    String value = skipped();
                    if (name.equals("retryable") && (value.equals("true") || value.equals("false"))) {
                        retryable = value.equals("true");
                    }
                }
                if (peek() == ',') {
                    at++;
                }
            }
            return new Problem(code, retryable);
        }

        /** One value as it stands, without looking into it. */
        private String skipped() {
            peek();
            int start = at;
            int depth = 0;
            do {
                switch (text.charAt(at)) {
                    case '"' -> string();
                    case '{', '[' -> {
                        depth++;
                        at++;
                    }
                    case '}', ']' -> {
                        depth--;
                        at++;
                    }
                    default -> at++;
                }
            } while (depth > 0 || ",}".indexOf(text.charAt(at)) < 0);
            return text.substring(start, at).strip();
        }

        private String string() {
            expect('"');
            StringBuilder string = new StringBuilder();
            for (char unit = text.charAt(at++); unit != '"'; unit = text.charAt(at++)) {
                string.append(unit == '\\' ? escaped() : unit);
            }
            return string.toString();
        }

        private char escaped() {
            char unit = text.charAt(at++);
            return switch (unit) {
                case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'b' -> '\b';
                case 'f' -> '\f';
                default -> unit;
            };
        }

        private void expect(char wanted) {
            if (peek() != wanted) {
                throw new IllegalArgumentException("not a JSON object");
            }
            at++;
        }

        /** The next character that is no white space. */
        private char peek() {
            while (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return text.charAt(at);
        }
    }
}
