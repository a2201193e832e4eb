package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.json.JsonSamples.Json;
import io.yici.json.RefusedJsonException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What makes two JSON documents the same, whichever parser reads them. */
abstract class CanonicalJsonContract {
    /** With the default limits. */
    protected abstract CanonicalJson canonical();

    @Test
    void theFormNeverChanges() {
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put(" null ", "null");
        forms.put("true", "true");
        forms.put("{ }", "{}");
        forms.put("[ ]", "[]");
        forms.put("{\"b\" : 1, \"a\" : [true, false, null]}", "{\"a\":[true,false,null],\"b\":1}");
        forms.put("{\"a b\":1,\"a\":2,\"a\\\"\":3,\"a!\":4,\"\":5}", "{\"\":5,\"a b\":1,\"a!\":4,\"a\":2,\"a\\\"\":3}");
        forms.put("{\"\uFFFF\":1,\"\uD83D\uDE00\":2,\"é\":3}", "{\"é\":3,\"\uFFFF\":1,\"\uD83D\uDE00\":2}");
        forms.put(
                "\"\\u00e9\\/\\\"\\\\\\n\\u0000\\u001F\\u007f\\uD83D\\uDE00\"",
                "\"é/\\\"\\\\\\u000a\\u0000\\u001f\u007f\uD83D\uDE00\"");
        forms.put("0", "0");
        forms.put("-0.000e-7", "0");
        forms.put("0e999999999999", "0");
        forms.put("42", "42");
        forms.put("-10.50", "-105e-1");
        forms.put("1000", "1e3");
        forms.put("1E+3", "1e3");
        forms.put("0.001", "1e-3");
        forms.put("120.0e-1", "12");
        forms.put("9007199254740993", "9007199254740993");
        forms.put("1e999999999", "1e999999999");
        forms.put("-1e-999999999999", "-1e-999999999999");
        forms.forEach((json, form) -> assertThat(form(json)).as(json).isEqualTo(form));
    }

    @Test
    void documentsThatSayTheSameHaveOneForm() {
        assertThat(form("{\"amount\":10,\"sku\":\"TEA-1\"}"))
                .isEqualTo(form("{\n\"sku\" : \"\\u0054EA-1\", \"amount\" : 10.00 }\n"));
        for (String ten : List.of("10", "10.0", "10.00", "1e1", "1E+1", "0.1e2", "100e-1", "1e0001")) {
            assertThat(form(ten)).isEqualTo(form("10"));
        }
        assertThat(form("\uFEFF[1]")).isEqualTo(form("[1]"));
    }

    @Test
    void documentsThatSayDifferentThingsDiffer() {
        assertDiffer("12345678901234567890", "12345678901234567891");
        assertDiffer("12345678901234567890.12", "12345678901234567890.13");
        assertDiffer("9007199254740992", "9007199254740993");
        assertDiffer("1e999999999", "1e999999998");
        assertDiffer("1", "-1");
        assertDiffer("{\"a\":null}", "{}");
        assertDiffer("[1,2]", "[2,1]");
        assertDiffer("\"é\"", "\"e\u0301\"");
        assertDiffer("\"1\"", "1");
        assertDiffer("\"null\"", "null");
        assertDiffer("[[1],2]", "[1,[2]]");
        assertDiffer("{\"a\":{\"b\":1}}", "{\"a\":{},\"b\":1}");
        assertDiffer("{\"a\":\"\\\",\\\"b\\\":\\\"\"}", "{\"a\":\"\",\"b\":\"\"}");
        assertDiffer("\"\\\\u0000\"", "\"\\u0000\"");
    }

    @Test
    void equalValuesAndOnlyTheyHaveEqualForms() {
        long seed = Seeds.next("equalValuesAndOnlyTheyHaveEqualForms");
        JsonSamples samples = new JsonSamples(seed);
        int equal = 0;
        for (int i = 0; i < 30_000; i++) {
            Json one = samples.value(4);
            Json other = samples.changed(one);
            String spelledOne = samples.spelled(one);
            String spelledOther = samples.spelled(other);
            assertThat(form(spelledOne)).as("seed %d, round %d", seed, i).isEqualTo(form(samples.spelled(one)));
            assertThat(form(spelledOne).equals(form(spelledOther)))
                    .as("seed %d, round %d: %s and %s", seed, i, spelledOne, spelledOther)
                    .isEqualTo(one.equals(other));
            assertThat(form(form(spelledOne)))
                    .as("seed %d, round %d: form of the form", seed, i)
                    .isEqualTo(form(spelledOne));
            equal += one.equals(other) ? 1 : 0;
        }
        assertThat(equal).as("changes that change nothing").isBetween(300, 20_000);
    }

    @Test
    void theScaleOfNumbersCanBeMadeToCount() {
        CanonicalJson exact = canonical().keepingScale();
        assertThat(form(exact, "1.0")).isEqualTo(form(exact, "10e-1")).isNotEqualTo(form(exact, "1"));
        assertThat(form(exact, "0.00")).isEqualTo(form(exact, "-0.00")).isNotEqualTo(form(exact, "0"));
        assertThat(form(exact, "1e1")).isNotEqualTo(form(exact, "10"));
        assertThat(form(exact, "0.10")).isEqualTo("10e-2");
    }

    @Test
    void volatileMembersCanBeLeftOut() {
        CanonicalJson without = canonical().without(Set.of("/sentAt", "/meta/try", "/lines/1/seen", "/a~1b/c~0d", "/"));
        assertThat(form(without, "{\"sentAt\":1,\"meta\":{\"try\":{\"n\":[1]},\"x\":2},\"q\":3}"))
                .isEqualTo(form(without, "{\"q\":3,\"meta\":{\"x\":2,\"try\":9},\"sentAt\":2}"))
                .isEqualTo("{\"meta\":{\"x\":2},\"q\":3}");
        assertThat(form(without, "{\"lines\":[{\"seen\":1},{\"seen\":1,\"x\":0},{\"seen\":1}]}"))
                .isEqualTo("{\"lines\":[{\"seen\":1},{\"x\":0},{\"seen\":1}]}");
        assertThat(form(without, "{\"a/b\":{\"c~d\":1,\"c\":2}}")).isEqualTo("{\"a/b\":{\"c\":2}}");
        assertThat(form(without, "{\"\":1,\"x\":2}")).isEqualTo("{\"x\":2}");
        assertThat(form(without, "{\"meta\":[{\"try\":1}],\"lines\":{\"0\":1}}"))
                .isEqualTo("{\"lines\":{\"0\":1},\"meta\":[{\"try\":1}]}");
        assertThat(form(without, "[{\"sentAt\":1}]")).isEqualTo("[{\"sentAt\":1}]");
        assertThat(form(without, "7")).isEqualTo("7");
        assertThat(form(canonical().without(Set.of("/1")), "[1,2,3]")).isEqualTo("[1,2,3]");
        assertThat(form(canonical().without(Set.of("/b")), "{\"c\":1,\"b\":2,\"a\":3}"))
                .isEqualTo("{\"a\":3,\"c\":1}");
        assertThat(form(canonical().without(Set.of("/a", "/b")), "{\"a\":1,\"b\":2}"))
                .isEqualTo("{}");
    }

    @Test
    void whatIsNoPointerIsRefused() {
        for (String pointer : List.of("", "a", "/a~", "/a~2", "#/a")) {
            assertThatThrownBy(() -> canonical().without(Set.of(pointer))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void duplicateMembersAreRefusedEverywhere() {
        CanonicalJson without = canonical().without(Set.of("/left"));
        for (String json : List.of(
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"b\":2,\"\\u0061\":3}",
                "[{\"x\":{\"a\":1,\"a\":2}}]",
                "{\"left\":1,\"left\":2}",
                "{\"left\":{\"a\":1,\"a\":2}}",
                "{\"\":1,\"\":2}")) {
            assertRefused(without, json, Reason.DUPLICATE_MEMBER);
        }
        assertThat(form("[{\"a\":1},{\"a\":1}]")).isEqualTo("[{\"a\":1},{\"a\":1}]");
    }

    @Test
    void halfCharactersAreRefused() {
        for (String json :
                List.of("\"\\uD800\"", "\"\\uDC00\\uD800\"", "{\"\\uD83Dx\":1}", "\"\\uD83D\\uD83D\\uDE00\"")) {
            assertRefused(canonical(), json, Reason.LONE_SURROGATE);
        }
    }

    @Test
    void whatIsNotOneJsonValueIsRefused() {
        for (String json : List.of(
                "",
                " ",
                "\uFEFF",
                "{",
                "[",
                "]",
                "[1",
                "[1,]",
                "[,1]",
                "{\"a\":1,}",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{1:1}",
                "{'a':1}",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x1",
                "--1",
                "NaN",
                "Infinity",
                "-Infinity",
                "nul",
                "nulll",
                "True",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\t\"",
                "\"\n\"",
                "/* */1",
                "//\n1",
                "#\n1",
                "1 2",
                "[1] [2]",
                "{}x",
                "1,",
                "\u00a01",
                "\u000b1",
                "[1}",
                "{]",
                "\"a\"b",
                "1\u0000",
                "\u0000")) {
            assertRefused(canonical(), json, Reason.MALFORMED);
        }
    }

    @Test
    void whatIsNotUtf8IsRefused() {
        byte[][] texts = {
            {(byte) 0xC0, (byte) 0x80},
            {(byte) 0xE0, (byte) 0x80, (byte) 0xAF},
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            {(byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB8, (byte) 0x80},
            {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {(byte) 0xF8, (byte) 0x88, (byte) 0x80, (byte) 0x80, (byte) 0x80},
            {(byte) 0x80},
            {(byte) 0xC3},
            {(byte) 0xFF},
        };
        for (byte[] text : texts) {
            byte[] json = new byte[text.length + 2];
            json[0] = '"';
            System.arraycopy(text, 0, json, 1, text.length);
            json[text.length + 1] = '"';
            assertThatThrownBy(() -> canonical().of(json))
                    .isInstanceOfSatisfying(
                            RefusedJsonException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.MALFORMED));
        }
        byte[] utf16 = "[1]".getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> canonical().of(utf16)).isInstanceOf(RefusedJsonException.class);
    }

    @Test
    void everyLimitHoldsToTheDot() {
        assertThat(form("[".repeat(200) + "]".repeat(200))).hasSize(400);
        assertRefused(canonical(), "[".repeat(201) + "]".repeat(201), Reason.TOO_DEEP);
        assertRefused(canonical(), "[".repeat(1_000_000), Reason.TOO_DEEP);
        assertThat(form(canonical().maxDepth(2), "{\"a\":[1]}")).isEqualTo("{\"a\":[1]}");
        assertRefused(canonical().maxDepth(2), "{\"a\":[{}]}", Reason.TOO_DEEP);
        assertThat(form("7".repeat(1000))).hasSize(1000);
        assertThat(form("0." + "0".repeat(2000) + "7")).isEqualTo("7e-2001");
        assertRefused(canonical(), "7".repeat(1001), Reason.NUMBER_TOO_LONG);
        assertRefused(canonical(), "1" + "0".repeat(900_000), Reason.NUMBER_TOO_LONG);
        assertRefused(canonical(), "1e1" + "0".repeat(12), Reason.NUMBER_TOO_LONG);
        assertRefused(canonical(), "1e-" + "9".repeat(900_000), Reason.NUMBER_TOO_LONG);
        assertThat(form(canonical().maxBytes(5), "\"一\"")).isEqualTo("\"一\"");
        assertRefused(canonical().maxBytes(4), "\"一\"", Reason.TOO_LARGE);
        String mebibyte = "\"" + "a".repeat((1 << 20) - 2) + "\"";
        assertThat(form(mebibyte)).isEqualTo(mebibyte);
        assertRefused(canonical(), mebibyte + " ", Reason.TOO_LARGE);
    }

    @Test
    void aRefusalDoesNotQuoteTheContent() {
        for (String json :
                List.of("{\"secret\":secret}", "{\"secret\":1,\"secret\":2}", "\"secret\\uD800\"", "\"secret")) {
            assertThatThrownBy(() -> form(json))
                    .isInstanceOf(RefusedJsonException.class)
                    .hasNoCause()
                    .message()
                    .doesNotContain("secret");
        }
    }

    @Test
    void hostileNestingAndOrderStayCheap() {
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < 199; i++) {
            json.append("{\"b\":");
        }
        json.append('"').append("x".repeat(1_000_000)).append('"');
        for (int i = 0; i < 199; i++) {
            json.append(",\"a\":0}");
        }
        String form = form(json.toString());
        assertThat(form).startsWith("{\"a\":0,\"b\":{\"a\":0,").hasSize(json.length());
    }

    private void assertDiffer(String one, String other) {
        assertThat(form(one)).isNotEqualTo(form(other));
    }

    private static void assertRefused(CanonicalJson canonical, String json, Reason reason) {
        assertThatThrownBy(() -> form(canonical, json))
                .as(json.length() < 100 ? json : json.length() + " characters")
                .isInstanceOfSatisfying(
                        RefusedJsonException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private String form(String json) {
        return form(canonical(), json);
    }

    static String form(CanonicalJson canonical, String json) {
        return new String(canonical.of(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
