package io.yici.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** JSON values by chance, their small changes, and the many ways to spell each. */
final class JsonSamples {
    private static final String[] TEXTS = {
        "",
        "a",
        "b",
        "A",
        "ab",
        "a,b",
        "\"",
        "\\",
        "/",
        "\u0000",
        "\u001f",
        "\n",
        " ",
        "é",
        "e\u0301",
        "一次",
        "\uD83D\uDE00",
        "\uFFFF",
        "\u2028",
        "null",
        "true",
        "1",
        "[]",
        "{}",
        "a\":1,\"b",
        "\u007f"
    };

    private final Random chance;

    JsonSamples(long seed) {
        this.chance = new Random(seed);
    }

    /** A JSON value whose equality is the one the canonical form must have. */
    sealed interface Json {}

    /** Members in any order. */
    record Members(Map<String, Json> byName) implements Json {}

    /** Elements in their order. */
    record Elements(List<Json> list) implements Json {}

    /** A text. */
    record Text(String text) implements Json {}

    /** A number by value: no trailing zeros in the digits, and zero in one way only. */
    record Numeral(BigInteger digits, int exponent) implements Json {
        static Numeral of(BigInteger digits, int exponent) {
            if (digits.signum() == 0) {
                return new Numeral(BigInteger.ZERO, 0);
            }
            BigInteger[] shorter = digits.divideAndRemainder(BigInteger.TEN);
            return shorter[1].signum() == 0 ? of(shorter[0], exponent + 1) : new Numeral(digits, exponent);
        }
    }

    /** True, false or null. */
    record Word(String word) implements Json {}

    Json value(int depth) {
        return switch (chance.nextInt(depth > 0 ? 9 : 5)) {
            case 0 -> new Word(chance.nextBoolean() ? "null" : chance.nextBoolean() ? "true" : "false");
            case 1, 2 -> new Text(text());
            case 3, 4 -> number();
            case 5, 6 -> {
                List<Json> list = new ArrayList<>();
                for (int i = chance.nextInt(4); i > 0; i--) {
                    list.add(value(depth - 1));
                }
                yield new Elements(list);
            }
            default -> {
                Map<String, Json> members = new LinkedHashMap<>();
                for (int i = chance.nextInt(5); i > 0; i--) {
                    members.put(text(), value(depth - 1));
                }
                yield new Members(members);
            }
        };
    }

    private Numeral number() {
        return switch (chance.nextInt(4)) {
            case 0 -> Numeral.of(BigInteger.valueOf(chance.nextInt(21) - 10), 0);
            case 1 -> Numeral.of(BigInteger.TWO.pow(53).add(BigInteger.valueOf(chance.nextInt(3) - 1)), 0);
            case 2 -> Numeral.of(BigInteger.valueOf(chance.nextInt(2001) - 1000), chance.nextInt(13) - 6);
            default -> Numeral.of(new BigInteger(200, chance), chance.nextInt(2_000_000_001) - 1_000_000_000);
        };
    }

    private String text() {
        return chance.nextInt(3) > 0
                ? TEXTS[chance.nextInt(TEXTS.length)]
                : TEXTS[chance.nextInt(TEXTS.length)] + TEXTS[chance.nextInt(TEXTS.length)];
    }

    /** The value with one small change somewhere, which may happen to change nothing. */
    Json changed(Json json) {
        if (json instanceof Elements elements && !elements.list().isEmpty() && chance.nextInt(3) > 0) {
            List<Json> list = new ArrayList<>(elements.list());
            int at = chance.nextInt(list.size());
            switch (chance.nextInt(5)) {
                case 0 -> Collections.swap(list, at, chance.nextInt(list.size()));
                case 1 -> list.remove(at);
                case 2 -> list.add(at, value(0));
                default -> list.set(at, changed(list.get(at)));
            }
            return new Elements(list);
        }
        if (json instanceof Members members && !members.byName().isEmpty() && chance.nextInt(3) > 0) {
            Map<String, Json> byName = new LinkedHashMap<>(members.byName());
            String name = List.copyOf(byName.keySet()).get(chance.nextInt(byName.size()));
            switch (chance.nextInt(5)) {
                case 0 -> byName.remove(name);
                case 1 -> byName.put(text(), Objects.requireNonNull(byName.get(name)));
                case 2 -> byName.put(text(), new Word("null"));
                default -> byName.put(name, changed(Objects.requireNonNull(byName.get(name))));
            }
            return new Members(byName);
        }
        return switch (chance.nextInt(6)) {
            case 0 -> new Elements(List.of(json));
            case 1 -> new Members(Map.of(text(), json));
            case 2 -> new Text(plain(json));
            case 3 -> value(0);
            default -> nudged(json);
        };
    }

    private Json nudged(Json json) {
        if (json instanceof Numeral number) {
            return chance.nextBoolean()
                    ? Numeral.of(number.digits().add(BigInteger.ONE), number.exponent())
                    : Numeral.of(number.digits(), number.exponent() + 1);
        }
        return json instanceof Text text ? new Text(text.text() + TEXTS[chance.nextInt(TEXTS.length)]) : json;
    }

    private static String plain(Json json) {
        return json instanceof Numeral number
                ? number.digits() + (number.exponent() == 0 ? "" : "e" + number.exponent())
                : json instanceof Word word ? word.word() : "";
    }

    /** One of the ways to write it. */
    String spelled(Json json) {
        StringBuilder out = new StringBuilder();
        spell(json, out);
        return out.toString();
    }

    private void spell(Json json, StringBuilder out) {
        blank(out);
        if (json instanceof Members members) {
            List<String> names = new ArrayList<>(members.byName().keySet());
            Collections.shuffle(names, chance);
            String before = "{";
            for (String name : names) {
                out.append(before);
                blank(out);
                quote(name, out);
                blank(out);
                out.append(':');
                spell(Objects.requireNonNull(members.byName().get(name)), out);
                before = ",";
            }
            out.append(names.isEmpty() ? "{" : "");
            blank(out);
            out.append('}');
        } else if (json instanceof Elements elements) {
            out.append('[');
            for (int i = 0; i < elements.list().size(); i++) {
                out.append(i > 0 ? "," : "");
                spell(elements.list().get(i), out);
            }
            blank(out);
            out.append(']');
        } else if (json instanceof Text text) {
            quote(text.text(), out);
        } else if (json instanceof Numeral number) {
            number(number, out);
        } else if (json instanceof Word word) {
            out.append(word.word());
        }
        blank(out);
    }

    private void number(Numeral number, StringBuilder out) {
        int zeros = chance.nextInt(4);
        String digits = number.digits().abs() + "0".repeat(zeros);
        long exponent = (long) number.exponent() - zeros;
        boolean negative = number.digits().signum() < 0 || (number.digits().signum() == 0 && chance.nextBoolean());
        if (chance.nextInt(4) == 0) {
            int fraction = chance.nextInt(digits.length() + 3);
            digits = "0".repeat(Math.max(0, fraction + 1 - digits.length())) + digits;
            int point = digits.length() - fraction;
            digits = digits.substring(0, point) + (fraction == 0 ? "" : "." + digits.substring(point));
            exponent += fraction;
        }
        boolean noExponent = (exponent == 0 || number.digits().signum() == 0) && chance.nextBoolean();
        out.append(negative ? "-" : "").append(trimmed(digits));
        if (!noExponent) {
            out.append(chance.nextBoolean() ? 'e' : 'E')
                    .append(exponent < 0 ? "-" : chance.nextBoolean() ? "+" : "")
                    .append("0".repeat(chance.nextInt(3)))
                    .append(Math.abs(exponent));
        }
    }

    /** JSON allows no leading zeros. */
    private static String trimmed(String digits) {
        int first = 0;
        while (first + 1 < digits.length() && digits.charAt(first) == '0' && digits.charAt(first + 1) != '.') {
            first++;
        }
        return digits.substring(first);
    }

    private void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c)) {
                // A pair is escaped whole or not at all: half of one has no encoding.
                char low = text.charAt(++i);
                out.append(chance.nextBoolean() ? String.format("\\u%04x\\u%04X", (int) c, (int) low) : "" + c + low);
            } else if (c < 0x20 || chance.nextInt(6) == 0) {
                out.append(String.format(chance.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else if (c == '"' || c == '\\' || (c == '/' && chance.nextBoolean())) {
                out.append('\\').append(c);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private void blank(StringBuilder out) {
        while (chance.nextInt(4) == 0) {
            out.append(" \t\n\r".charAt(chance.nextInt(4)));
        }
    }
}
