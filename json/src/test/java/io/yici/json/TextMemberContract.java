package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.json.JsonSamples.Json;
import io.yici.json.RefusedJsonException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where a text is found in a document, whichever parser reads it. */
abstract class TextMemberContract {
    /** With the default limits. */
    protected abstract CanonicalJson canonical();

    @Test
    void aTextIsFoundWhereThePointerLeads() {
        assertThat(text("/key", "{\"a\":1,\"key\":\"k\",\"z\":[]}")).isEqualTo("k");
        assertThat(text("/key", " {\"\\u006bey\" : \"\\u006b\\n\"} ")).isEqualTo("k\n");
        assertThat(text(
                        "/meta/key",
                        "{\"key\":\"no\",\"meta\":{\"meta\":{\"key\":\"no\"},\"key\":\"k\"},\"x\":{\"key\":1}}"))
                .isEqualTo("k");
        assertThat(text("/lines/1/key", "{\"lines\":[{\"key\":\"no\"},{\"x\":[1,{}],\"key\":\"k\"},{\"key\":\"no\"}]}"))
                .isEqualTo("k");
        assertThat(text("/0/1/key", "[[7,{\"key\":\"k\"}],{\"key\":\"no\"}]")).isEqualTo("k");
        assertThat(text("/1", "{\"1\":\"k\"}")).isEqualTo("k");
        assertThat(text("/a~1b/c~0d/", "{\"a/b\":{\"c~d\":{\"\":\"k\"}}}")).isEqualTo("k");
        assertThat(text("/key", "{\"key\":\"\"}")).isEmpty();
    }

    @Test
    void whatIsAbsentOrNullIsNotFound() {
        for (String json : List.of(
                "{}",
                "{\"key\":null}",
                "{\"Key\":\"k\"}",
                "{\"x\":{\"key\":\"k\"}}",
                "[{\"key\":\"k\"}]",
                "\"key\"",
                "[\"key\"]",
                "7",
                "null",
                "{\"x\":\"key\"}")) {
            assertThat(text("/key", json)).as(json).isNull();
        }
        assertThat(text("/a/b", "{\"a\":\"b\"}")).isNull();
        assertThat(text("/a/b", "{\"a\":null}")).isNull();
        assertThat(text("/a/0/b", "{\"a\":[null,{\"b\":\"k\"}]}")).isNull();
        assertThat(text("/a/0", "{\"a\":[\"k\"]}"))
                .as("an element is no member")
                .isNull();
    }

    @Test
    void whatIsNoTextIsRefused() {
        for (String value : List.of("1", "1.5e3", "true", "false", "{}", "[]", "[\"k\"]", "{\"key\":\"k\"}")) {
            assertRefused("/key", "{\"a\":\"b\",\"key\":" + value + "}", Reason.NOT_TEXT);
            assertRefused("/a/0/key", "{\"a\":[{\"key\":" + value + "}]}", Reason.NOT_TEXT);
        }
    }

    @Test
    void aDocumentWithoutOneReadingIsRefused() {
        assertRefused("/key", "{\"key\":\"a\",\"key\":\"b\"}", Reason.DUPLICATE_MEMBER);
        assertRefused("/key", "{\"key\":\"a\",\"\\u006bey\":\"a\"}", Reason.DUPLICATE_MEMBER);
        assertRefused("/a/key", "{\"a\":{\"key\":\"a\"},\"a\":{}}", Reason.DUPLICATE_MEMBER);
        assertRefused("/key", "{\"key\":\"a\",\"x\":{\"y\":1,\"y\":1}}", Reason.DUPLICATE_MEMBER);
        assertRefused("/key", "{\"key\":\"\\ud83d\"}", Reason.LONE_SURROGATE);
        assertRefused("/key", "{\"key\":\"a\"", Reason.MALFORMED);
        assertRefused("/key", "{\"key\":\"a\"} {}", Reason.MALFORMED);
        assertRefused("/key", "", Reason.MALFORMED);
        assertRefused("/key", "{\"key\":\"a\",\"x\":" + "[".repeat(200) + "]".repeat(200) + "}", Reason.TOO_DEEP);
        assertRefused("/key", "{\"key\":\"" + "a".repeat(1 << 20) + "\"}", Reason.TOO_LARGE);
    }

    @Test
    void whatIsNoPointerIsRefused() {
        for (String pointer : List.of("", "a", "/a~", "/a~2", "#/a")) {
            assertThatThrownBy(() -> TextMember.at(pointer)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** So header and body entries of one request agree: without the member it is as if it had never been there. */
    @Test
    void aTextPutAnywhereIsFoundAndCanBeLeftOut() {
        long seed = Seeds.next("aTextPutAnywhereIsFoundAndCanBeLeftOut");
        JsonSamples samples = new JsonSamples(seed);
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            Json inner = samples.value(3);
            String before = samples.spelled(samples.value(3));
            int index = random.nextInt(3);
            String lead = "null,".repeat(index);
            String without = "{\"a\":" + before + ",\"b\":[" + lead + "{\"x\":" + samples.spelled(inner) + "}]}";
            String with = "{\"a\":" + before + ",\"b\":[" + lead + "{\"key\":\"k" + i + "\",\"x\":"
                    + samples.spelled(inner) + "}]}";
            String pointer = "/b/" + index + "/key";
            assertThat(text(pointer, with)).as("seed %d, round %d", seed, i).isEqualTo("k" + i);
            assertThat(text(pointer, without)).as("seed %d, round %d", seed, i).isNull();
            assertThat(CanonicalJsonContract.form(canonical().without(Set.of(pointer)), with))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(CanonicalJsonContract.form(canonical(), without));
        }
    }

    private void assertRefused(String pointer, String json, Reason reason) {
        assertThatThrownBy(() -> text(pointer, json))
                .as(json.length() < 100 ? json : json.length() + " characters")
                .isInstanceOfSatisfying(
                        RefusedJsonException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private @Nullable String text(String pointer, String json) {
        return TextMember.at(pointer).in(json.getBytes(StandardCharsets.UTF_8), canonical());
    }
}
