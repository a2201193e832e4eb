package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.yici.Operation;
import io.yici.http.RequestRefusedException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.greenbytes.http.sfv.StringItem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a key, and what is none: vectors 6 to 12 of the protocol, case B08, and chance. */
class KeyRulesTest {
    private static final String PRINTABLE =
            " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

    private static final KeyRules LENIENT = KeyRules.defaults();
    private static final KeyRules STRICT = new KeyRules(KeySyntax.STRICT, 1, 255);
    private static final KeyRules UUIDS = new KeyRules(KeySyntax.UUID, 1, 255);
    private static final KeyRules UUIDS_7 = new KeyRules(KeySyntax.UUIDV7, 1, 255);

    @Test
    void noLineIsNoKey() {
        for (KeySyntax syntax : KeySyntax.values()) {
            assertThat(new KeyRules(syntax, 1, 255).keyInHeader(List.of())).isNull();
        }
    }

    @Test
    void quotedAndBareFormsOfOneTextAreOneKey() {
        for (String text :
                List.of("k", "order-42", "a b", "{x}", "'; DROP", "*3\\r\\n", "$-1:?1", "a=b", "%00%0d%0a")) {
            if (text.indexOf('\\') < 0 && text.indexOf(';') < 0) {
                assertThat(key(text)).isEqualTo(text);
            }
            assertThat(key(StringItem.valueOf(text).serialize())).isEqualTo(text);
        }
    }

    @Test
    void blanksAroundTheValueDoNotCount() {
        assertThat(key(" \tk \t ")).isEqualTo("k");
        assertThat(key("\t\"k\" ")).isEqualTo("k");
        assertThat(key("\" k\"")).isEqualTo(" k");
    }

    @Test
    void parametersOfAQuotedKeyAreIgnored() {
        for (String parameters : List.of(";a", ";a=1", "; a=1;b=\"x;y\"", ";a=?1;b=:cGE=:;c=tok/en;d=-1.5")) {
            assertThat(key("\"k\"" + parameters)).as(parameters).isEqualTo("k");
        }
    }

    @Test
    void escapesInQuotesAreResolved() {
        assertThat(key("\"a\\\"b\\\\c\"")).isEqualTo("a\"b\\c");
        assertThat(key("\"a,b;c\"")).isEqualTo("a,b;c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\t",
                "\"\"",
                "\"  \"",
                "\"",
                "\"a",
                "a\"",
                "\"a\"b",
                "\"a\" b",
                "\"a\\b\"",
                "\"a\\",
                "\"a\";",
                "\"a\";A=1",
                "\"a\";a=",
                "\"a\";a=1, \"a\";a=1",
                "\"a\";a=@1",
                "a,b",
                "a, a",
                "\"a\", \"a\"",
                "\"a\",",
                ",a",
                "a;b=1",
                "a\\b",
                "a\"b",
                "a\tb",
                "a\nb",
                "a\r\nInjected: 1",
                "a\u0000b",
                "\u0000",
                "\u007f",
                "\"a\u0000\"",
                "\"a\nb\"",
                "\u00e9",
                "k\u00c3\u00a9y",
                "\"\u00e9\"",
                "\u4e2d",
                "\ud83d\ude00",
                "\ud83d",
                "\u00a0",
                "a\u00a0",
                "\u3000k",
                "\u0085k"
            })
    void whatIsNotOneKeyIsRefused(String line) {
        for (KeySyntax syntax : KeySyntax.values()) {
            assertInvalid(new KeyRules(syntax, 1, 255), List.of(line));
        }
    }

    @Test
    void twoLinesAreRefusedEvenWhenEqual() {
        assertInvalid(LENIENT, List.of("k", "k"));
        assertInvalid(LENIENT, List.of("k1", "k2"));
        assertInvalid(LENIENT, List.of("", "k"));
        assertInvalid(STRICT, List.of("\"k\"", "\"k\""));
    }

    @Test
    void aKeyIsLimitedInBytesAfterUnquoting() {
        String longest = "k".repeat(255);
        assertThat(key(longest)).isEqualTo(longest);
        assertThat(key("\"" + longest + "\";a=1")).isEqualTo(longest);
        assertThat(key("\"" + "\\\"".repeat(255) + "\"")).isEqualTo("\"".repeat(255));
        assertInvalid(LENIENT, List.of(longest + "k"));
        assertInvalid(LENIENT, List.of("\"" + longest + "k\""));
        assertInvalid(LENIENT, List.of("k".repeat(10_000)));
        KeyRules narrow = new KeyRules(KeySyntax.LENIENT, 3, 5);
        assertThat(narrow.keyInHeader(List.of("abc"))).isEqualTo("abc");
        assertThat(narrow.keyInHeader(List.of("abcde"))).isEqualTo("abcde");
        assertInvalid(narrow, List.of("ab"));
        assertInvalid(narrow, List.of("abcdef"));
    }

    @Test
    void twoHundredCharactersOfSixHundredBytesAreTooLong() {
        String text = "\u4e2d".repeat(200);
        String asContainersGiveIt = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertInvalid(LENIENT, List.of(asContainersGiveIt));
        assertInvalid(LENIENT, List.of(text));
        assertThatThrownBy(() -> LENIENT.keyInBody(text)).hasMessageContaining("600 bytes");
    }

    @Test
    void strictKeysAreInQuotes() {
        assertThat(STRICT.keyInHeader(List.of("\"k\""))).isEqualTo("k");
        for (String line : List.of("k", ":aw==:", "?1", "42", "token/x", "('a')", "@1")) {
            assertInvalid(STRICT, List.of(line));
        }
    }

    @Test
    void caseCountsInTextsAndNotInUuids() {
        assertThat(key("Abc")).isNotEqualTo(key("abc"));
        String upper = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8";
        assertThat(UUIDS.keyInHeader(List.of(upper)))
                .isEqualTo(UUIDS.keyInHeader(List.of("\"" + upper.toLowerCase(Locale.ROOT) + "\"")))
                .isEqualTo("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        assertThat(UUIDS.keyInBody(upper)).isEqualTo("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "6ba7b8109dad11d180b400c04fd430c8",
                "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
                "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
                "6ba7b810-9dad-11d1-80b4-00c04fd430c",
                "6ba7b810-9dad-11d1-80b4-00c04fd430c8a",
                "6ba7b810-9dad-11d1-80b40-0c04fd430c8",
                "6ba7b81g-9dad-11d1-80b4-00c04fd430c8",
                "00000000-0000-0000-0000-000000000000",
                "k"
            })
    void otherFormsOfUuidsAndNoUuidsAreRefused(String text) {
        assertInvalid(UUIDS, List.of(text));
        assertInvalid(UUIDS_7, List.of(text));
        assertThatThrownBy(() -> UUIDS.keyInBody(text)).isInstanceOf(RequestRefusedException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "018f4d2e-7b1a-7c3d-8e4f-0123456789ab, true",
        "018F4D2E-7B1A-7C3D-BE4F-0123456789AB, true",
        "018f4d2e-7b1a-4c3d-8e4f-0123456789ab, false",
        "018f4d2e-7b1a-7c3d-7e4f-0123456789ab, false",
        "018f4d2e-7b1a-7c3d-ce4f-0123456789ab, false"
    })
    void versionAndVariantAreCheckedWhereVersion7IsAsked(String text, boolean good) {
        assertThat(UUIDS.keyInHeader(List.of(text))).isEqualTo(text.toLowerCase(Locale.ROOT));
        if (good) {
            assertThat(UUIDS_7.keyInHeader(List.of(text))).isEqualTo(text.toLowerCase(Locale.ROOT));
        } else {
            assertInvalid(UUIDS_7, List.of(text));
        }
    }

    @Test
    void aKeyInTheBodyIsTakenAsGiven() {
        for (String text : List.of("k", " k ", "\"k\"", "a,b;c", "\u4e2d\u6587", "\ud83d\ude00")) {
            assertThat(LENIENT.keyInBody(text)).isEqualTo(text);
            assertThat(STRICT.keyInBody(text)).isEqualTo(text);
        }
        for (String text :
                List.of("", " ", "\u3000", "a\nb", "\u0000", "a\u0085", "\ud83d", "\ude00k", "k".repeat(256))) {
            assertThatThrownBy(() -> LENIENT.keyInBody(text)).isInstanceOf(RequestRefusedException.class);
        }
    }

    @Test
    void limitsThatLetNothingPassAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRules(KeySyntax.LENIENT, 0, 255));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRules(KeySyntax.LENIENT, 1, 256));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRules(KeySyntax.LENIENT, 9, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRules(KeySyntax.UUID, 1, 35));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRules(KeySyntax.UUIDV7, 37, 255));
        assertThat(new KeyRules(KeySyntax.UUID, 36, 36)
                        .keyInBody(UUID.randomUUID().toString()))
                .hasSize(36);
    }

    @Test
    void aRefusalShowsNoKey() {
        for (String line : List.of("secret,1", "secret\u00e9", "\"secret", "secret".repeat(50), "\"secret\" x")) {
            assertThat(catchThrowable(() -> LENIENT.keyInHeader(List.of(line))))
                    .hasMessageNotContaining("secret")
                    .hasNoCause();
            assertThat(catchThrowable(() -> UUIDS.keyInHeader(List.of(line)))).hasMessageNotContaining("secret");
        }
    }

    @Test
    void everyTextComesBackFromItsQuotedForm() {
        long seed = Seeds.next("everyTextComesBackFromItsQuotedForm");
        Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            String text = Seeds.text(random, PRINTABLE, 255);
            if (text.isBlank()) {
                continue;
            }
            String quoted = StringItem.valueOf(text).serialize();
            assertThat(key(quoted)).as("seed %d, round %d", seed, i).isEqualTo(text);
            assertThat(STRICT.keyInHeader(List.of(" " + quoted + ";a=1;b\t")))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(text);
        }
    }

    @ParameterizedTest
    @EnumSource(KeySyntax.class)
    void anyLineIsOneKeyOrAClearRefusal(KeySyntax syntax) {
        long seed = Seeds.next("anyLineIsOneKeyOrAClearRefusal");
        Random random = new Random(seed);
        KeyRules rules = new KeyRules(syntax, 1, 255);
        String marks = "\"\\;,=?:@%*() \t\u0000\n\u007f\u00e9\u4e2d\ud83dab0A-.";
        int keys = 0;
        for (int i = 0; i < 60_000; i++) {
            List<String> lines = new ArrayList<>();
            for (int left = random.nextInt(20) == 0 ? 2 : 1; left > 0; left--) {
                lines.add(line(random, marks));
            }
            keys += isKeyOrRefusal(() -> rules.keyInHeader(lines), rules, "seed " + seed + ", round " + i) ? 1 : 0;
            String text = line(random, marks);
            isKeyOrRefusal(() -> rules.keyInBody(text), rules, "seed " + seed + ", body of round " + i);
        }
        assertThat(keys).as("lines that are keys").isPositive();
    }

    @Test
    void sixtyFourKibibytesOfAnythingAreAClearRefusal() {
        long seed = Seeds.next("sixtyFourKibibytesOfAnythingAreAClearRefusal");
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            String line = new String(Seeds.bytes(random, 1 << 16), StandardCharsets.ISO_8859_1) + "\n";
            assertInvalid(LENIENT, List.of(line));
            assertInvalid(LENIENT, List.of("\"k\";" + "a=1;".repeat(random.nextInt(1 << 14)) + line));
        }
        for (String piece : List.of("\"k\";a=(", "(", "\\\"", "\"k\";a=\"", ";a;", "1", ":")) {
            assertInvalid(STRICT, List.of(piece.repeat((1 << 16) / piece.length())));
        }
    }

    private static String line(Random random, String marks) {
        return switch (random.nextInt(5)) {
            case 0 -> Seeds.text(random, marks, 12);
            case 1 -> "\"" + Seeds.text(random, marks, 6) + "\"" + Seeds.text(random, ";,=a1\"?: ", 6);
            case 2 -> Seeds.text(random, PRINTABLE, 300);
            case 3 -> new String(Seeds.bytes(random, 40), StandardCharsets.ISO_8859_1);
            default -> mutated(random, new UUID(random.nextLong(), random.nextLong()).toString());
        };
    }

    private static String mutated(Random random, String uuid) {
        StringBuilder text = new StringBuilder(uuid).replace(14, 15, "7").replace(19, 20, "8");
        if (random.nextBoolean()) {
            text.setCharAt(random.nextInt(text.length()), "0fgF-7{ ".charAt(random.nextInt(8)));
        }
        return text.toString();
    }

    /** A key that is accepted is one that an operation accepts too, and stays itself in its quoted form. */
    private static boolean isKeyOrRefusal(Supplier<@Nullable String> reading, KeyRules rules, String run) {
        try {
            String key = Objects.requireNonNull(reading.get());
            assertThat(Operation.named("o").by("c").key(key).key()).as(run).isEqualTo(key);
            assertThat(rules.keyInBody(key)).as(run).isEqualTo(key);
            return true;
        } catch (RequestRefusedException refused) {
            assertThat(refused.reason()).as(run).isEqualTo(Reason.KEY_INVALID);
            return false;
        }
    }

    private static String key(String line) {
        return Objects.requireNonNull(LENIENT.keyInHeader(List.of(line)));
    }

    private static void assertInvalid(KeyRules rules, List<String> lines) {
        assertThatThrownBy(() -> rules.keyInHeader(lines))
                .asInstanceOf(InstanceOfAssertFactories.type(RequestRefusedException.class))
                .satisfies(refused -> {
                    assertThat(refused.reason()).isEqualTo(Reason.KEY_INVALID);
                    assertThat(refused.retryable()).isFalse();
                });
    }
}
