package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.http.KeptResponse.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** A response comes back as it was, or not at all. */
class KeptResponseTest {
    private static final KeptResponse CREATED = KeptResponse.of(
            201,
            List.of(
                    new Header("Location", "/orders/7"),
                    new Header("Content-Disposition", "attachment; filename=\"a,b.txt\""),
                    new Header("Link", "</a>; rel=\"self\""),
                    new Header("link", "</b>; rel=\"next\"")),
            "{\"id\":7}".getBytes(StandardCharsets.UTF_8));

    /** Case B03: header fidelity on replay. */
    @Test
    void everyPartComesBackInItsOrder() {
        KeptResponse read = KeptResponse.decode(CREATED.encode());
        assertThat(read).isEqualTo(CREATED).hasSameHashCodeAs(CREATED);
        assertThat(read.status()).isEqualTo(201);
        assertThat(read.headers()).isEqualTo(CREATED.headers());
        assertThat(read.body()).isEqualTo(CREATED.body());
        assertThat(read.isComplete()).isTrue();
        assertThat(read.isError()).isFalse();
        assertThat(read.errorMessage()).isNull();
    }

    @Test
    void aResponseWithoutItsBodySaysSo() {
        KeptResponse read = KeptResponse.decode(KeptResponse.withoutBody(200, List.of(new Header("ETag", "\"1\"")))
                .encode());
        assertThat(read.isComplete()).isFalse();
        assertThat(read.isError()).isFalse();
        assertThat(read.body()).isEmpty();
        assertThat(read).isNotEqualTo(KeptResponse.of(200, read.headers(), new byte[0]));
    }

    @Test
    void anErrorComesBackWithItsMessageOrWithout() {
        KeptResponse read = KeptResponse.decode(
                KeptResponse.ofError(404, "no such order", List.of()).encode());
        assertThat(read.isError()).isTrue();
        assertThat(read.isComplete()).isTrue();
        assertThat(read.errorMessage()).isEqualTo("no such order");
        KeptResponse silent =
                KeptResponse.decode(KeptResponse.ofError(404, null, List.of()).encode());
        assertThat(silent.errorMessage()).isNull();
        assertThat(silent).isNotEqualTo(KeptResponse.ofError(404, "", List.of()));
    }

    /** Stored rows are API: what one version wrote, every later one reads. */
    @Test
    void theStoredFormNeverChanges() {
        assertThat(HexFormat.of()
                        .formatHex(KeptResponse.of(201, List.of(new Header("A", "\u00e9")), new byte[] {1, -1})
                                .encode()))
                .isEqualTo("010000c9000000000100000001004100000001" + "00e9" + "0000000201ff" + "9672db4a");
        assertThat(HexFormat.of()
                        .formatHex(KeptResponse.ofError(404, "x", List.of()).encode()))
                .isEqualTo("01020194010000000100780000000000000000" + "2adf4fa4");
    }

    @Test
    void theCallersArraysAndListsStayTheirs() {
        byte[] body = {1, 2, 3};
        List<Header> headers = new ArrayList<>(List.of(new Header("A", "1")));
        KeptResponse kept = KeptResponse.of(200, headers, body);
        body[0] = 9;
        headers.clear();
        kept.body()[1] = 9;
        assertThat(kept.body()).containsExactly(1, 2, 3);
        assertThat(kept.headers()).hasSize(1);
    }

    @Test
    void aStatusHasThreeDigits() {
        assertThatIllegalArgumentException().isThrownBy(() -> KeptResponse.withoutBody(99, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> KeptResponse.withoutBody(1000, List.of()));
    }

    @Test
    void itsTextShowsNoContent() {
        assertThat(CREATED.toString()).contains("201").doesNotContain("orders").doesNotContain("id");
    }

    @Test
    void whateverIsKeptComesBackEqual() {
        long seed = Seeds.next("whateverIsKeptComesBackEqual");
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            KeptResponse kept = response(random);
            assertThat(KeptResponse.decode(kept.encode()))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(kept);
        }
        KeptResponse large = KeptResponse.of(200, List.of(), new byte[3 << 20]);
        assertThat(KeptResponse.decode(large.encode())).isEqualTo(large);
    }

    @Test
    void aNewerVersionIsRefusedByName() {
        byte[] newer = CREATED.encode();
        newer[0] = 2;
        assertThatThrownBy(() -> KeptResponse.decode(newer))
                .isInstanceOf(KeptResponseException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void aCutResponseIsRefusedWhereverItWasCut() {
        byte[] whole = CREATED.encode();
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length), "cut to " + length);
        }
        assertRefused(Arrays.copyOf(whole, whole.length + 1), "longer by one");
    }

    @Test
    void everyFlippedBitIsFound() {
        byte[] whole = CREATED.encode();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(flipped, "bit " + bit);
        }
    }

    /** Behind a check sum that fits, lengths lie: then the parts must still add up, and nothing large be allocated. */
    @Test
    void damageBehindARightCheckSumIsARefusalOrAnotherResponse() {
        long seed = Seeds.next("damageBehindARightCheckSumIsARefusalOrAnotherResponse");
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = response(random).encode();
            int at = 1 + random.nextInt(bytes.length - 5);
            int run = Math.min(1 + random.nextInt(4), bytes.length - 4 - at);
            for (int j = 0; j < run; j++) {
                bytes[at + j] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
            }
            byte[] resized = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, 5 + random.nextInt(bytes.length)) : bytes;
            refused += isRefused(summed(resized)) ? 1 : 0;
        }
        assertThat(refused).as("refusals").isGreaterThan(10_000);
    }

    @Test
    void anyBytesAreAClearRefusal() {
        long seed = Seeds.next("anyBytesAreAClearRefusal");
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = Seeds.bytes(random, i % 20 == 0 ? 1 << 16 : 64);
            assertRefused(bytes, "seed " + seed + ", round " + i);
            if (bytes.length > 5) {
                bytes[0] = 1;
                assertRefusedOrTheSame(summed(bytes), "seed " + seed + ", summed, round " + i);
            }
        }
    }

    private static byte[] summed(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, bytes.length - 4);
        return ByteBuffer.wrap(bytes)
                .putInt(bytes.length - 4, (int) sum.getValue())
                .array();
    }

    private static boolean isRefused(byte[] bytes) {
        try {
            KeptResponse read = KeptResponse.decode(bytes);
            assertThat(read.encode()).isEqualTo(bytes);
            return false;
        } catch (KeptResponseException refused) {
            return true;
        }
    }

    private static void assertRefusedOrTheSame(byte[] bytes, String run) {
        assertThatCode(() -> isRefused(bytes)).as(run).doesNotThrowAnyException();
    }

    private static void assertRefused(byte[] bytes, String run) {
        assertThatThrownBy(() -> KeptResponse.decode(bytes)).as(run).isInstanceOf(KeptResponseException.class);
    }

    private static KeptResponse response(Random random) {
        String signs = "aZ09-,;\"= \u00e9\u4e2d\ud83d\ude00\u0000";
        List<Header> headers = new ArrayList<>();
        for (int left = random.nextInt(5); left > 0; left--) {
            headers.add(new Header(Seeds.text(random, signs, 12), Seeds.text(random, signs, 40)));
        }
        int status = 100 + random.nextInt(900);
        return switch (random.nextInt(4)) {
            case 0 -> KeptResponse.withoutBody(status, headers);
            case 1 ->
                KeptResponse.ofError(status, random.nextBoolean() ? null : Seeds.text(random, signs, 20), headers);
            default -> KeptResponse.of(status, headers, Seeds.bytes(random, 100));
        };
    }
}
