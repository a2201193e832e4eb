package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.http.RequestRefusedException.Reason;
import io.yici.json.CanonicalJson;
import io.yici.json.JsonCodecs;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Case B09: a key in the body is found, absent, or refused; nothing else ever stands for it. */
class KeyPointerTest {
    private final CanonicalJson form = JsonCodecs.canonicalJson().orElseThrow();
    private final KeyPointer key = KeyPointer.of("/meta/key");

    @Test
    void aTextIsTheKey() {
        assertThat(key.keyIn(json("{\"meta\":{\"key\":\"k\"}}"))).isEqualTo("k");
        assertThat(key.keyIn(json("{\"meta\":{\"key\":\" \\\"k\\\" \"}}"))).isEqualTo(" \"k\" ");
        assertThat(key.pointer()).isEqualTo("/meta/key");
    }

    @Test
    void absentAndNullAreNoKey() {
        for (String body : new String[] {"{}", "{\"meta\":{}}", "{\"meta\":{\"key\":null}}", "{\"meta\":null}", "[]"}) {
            assertThat(key.keyIn(json(body))).as(body).isNull();
        }
    }

    @Test
    void otherValuesAreAnInvalidKey() {
        for (String value : new String[] {"1", "true", "[]", "[null,null]", "{}", "{\"key\":\"k\"}"}) {
            assertRefused(key, "{\"meta\":{\"key\":" + value + "}}", Reason.KEY_INVALID);
        }
    }

    @Test
    void aBodyThatCannotBeReadIsRefusedWithoutItsContent() {
        assertRefused(key, "", Reason.REQUEST_INVALID);
        assertRefused(key, "{\"meta\":{\"key\":\"secret\"}", Reason.REQUEST_INVALID);
        assertRefused(key, "{\"meta\":{\"key\":\"secret\",\"key\":\"secret\"}}", Reason.REQUEST_INVALID);
        assertRefused(KeyPointer.of("/key", form.maxBytes(8)), "{\"key\":\"secret\"}", Reason.REQUEST_TOO_LARGE);
    }

    @Test
    void whatIsNoPointerIsRefusedAtOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> KeyPointer.of("key"));
        assertThatIllegalArgumentException().isThrownBy(() -> KeyPointer.of(""));
    }

    @Test
    void headerAndBodyEntriesOfOneRequestAgree() {
        CanonicalJson without = form.without(Set.of(key.pointer()));
        assertThat(RequestFingerprint.of("o", List.of())
                        .json(json("{\"meta\":{\"key\":\"k\"},\"sku\":1}"), without)
                        .build())
                .isEqualTo(RequestFingerprint.of("o", List.of())
                        .json(json("{\"sku\":1.0,\"meta\":{}}"), without)
                        .build());
    }

    @Test
    void anyBytesAreAKeyOrAClearRefusal() {
        long seed = Seeds.next("anyBytesAreAKeyOrAClearRefusal");
        Random random = new Random(seed);
        byte[] good = json("{\"x\":[1,{\"a\":\"\\u00e9\"}],\"meta\":{\"key\":\"k\",\"n\":-1.5e3}}");
        int keys = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] body = i % 500 == 0 ? Seeds.bytes(random, 1 << 16) : mutated(random, good);
            try {
                keys += key.keyIn(body) == null ? 0 : 1;
            } catch (RequestRefusedException refused) {
                assertThat(refused.reason())
                        .as("seed %d, round %d", seed, i)
                        .isIn(Reason.KEY_INVALID, Reason.REQUEST_INVALID);
            }
        }
        assertThat(keys).isPositive();
    }

    private static byte[] mutated(Random random, byte[] good) {
        byte[] body = good.clone();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            body[random.nextInt(body.length)] = (byte) "{}[],:\"\\019k \u0000nt".charAt(random.nextInt(16));
        }
        return body;
    }

    private static void assertRefused(KeyPointer key, String body, Reason reason) {
        assertThatThrownBy(() -> key.keyIn(json(body)))
                .hasMessageNotContaining("secret")
                .hasNoCause()
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
