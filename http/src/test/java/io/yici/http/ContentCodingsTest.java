package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.http.ContentCodings.Decoded;
import io.yici.http.RequestRefusedException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed and plain, a content is the same; what unpacks to too much or to nothing is refused. */
class ContentCodingsTest {
    private static final int LIMIT = 1 << 16;

    private static final byte[] CONTENT = "{\"sku\":\"TEA-1\"}".repeat(9).getBytes(StandardCharsets.UTF_8);

    @Test
    void everyKnownCodingIsUndone() throws IOException {
        assertPlain(CONTENT, null);
        assertPlain(CONTENT, "");
        assertPlain(CONTENT, " , identity,");
        assertPlain(gzip(CONTENT), "gzip");
        assertPlain(gzip(CONTENT), "X-GZip");
        assertPlain(deflate(CONTENT, false), "deflate");
        assertPlain(deflate(CONTENT, true), "deflate");
    }

    @Test
    void severalCodingsAreUndoneLastFirst() throws IOException {
        assertPlain(gzip(deflate(CONTENT, false)), "deflate, gzip");
        assertPlain(deflate(gzip(gzip(CONTENT)), true), "gzip,identity , x-gzip,DEFLATE");
        assertThatThrownBy(() -> ContentCodings.decode(gzip(deflate(CONTENT, false)), "gzip, deflate", LIMIT))
                .isInstanceOf(RequestRefusedException.class);
    }

    /** RFC 1952 §2.2: a gzip file is a row of members. */
    @Test
    void membersOfAGzipAreOneContentAndDataAfterThemIsNone() throws IOException {
        byte[] half = Arrays.copyOf(CONTENT, CONTENT.length / 2);
        byte[] rest = Arrays.copyOfRange(CONTENT, half.length, CONTENT.length);
        assertPlain(joined(gzip(half), gzip(rest)), "gzip");
        assertPlain(joined(gzip(CONTENT), "no member".getBytes(StandardCharsets.US_ASCII)), "gzip");
    }

    @Test
    void whatIsUnknownIsLeftWithItsName() throws IOException {
        Decoded unknown = ContentCodings.decode(CONTENT, "gzip, Br", LIMIT);
        assertThat(unknown.body()).isEqualTo(CONTENT);
        assertThat(unknown.left()).containsExactly("gzip", "br");
        Decoded beneath = ContentCodings.decode(gzip(CONTENT), "zstd, gzip", LIMIT);
        assertThat(beneath.body()).isEqualTo(CONTENT);
        assertThat(beneath.left()).containsExactly("zstd");
    }

    @Test
    void theLimitHoldsToTheByteBeforeAndAfter() throws IOException {
        byte[] full = new byte[LIMIT];
        for (byte[] packed : List.of(gzip(full), deflate(full, false), deflate(full, true))) {
            String coding = packed[0] == 0x1f ? "gzip" : "deflate";
            assertThat(ContentCodings.decode(packed, coding, LIMIT).body()).hasSize(LIMIT);
            assertRefused(packed, coding, LIMIT - 1, Reason.REQUEST_TOO_LARGE);
        }
        assertThat(ContentCodings.decode(full, null, LIMIT).body()).hasSize(LIMIT);
        assertRefused(full, null, LIMIT - 1, Reason.REQUEST_TOO_LARGE);
        assertRefused(full, "br", LIMIT - 1, Reason.REQUEST_TOO_LARGE);
    }

    @Test
    void aSmallBodyThatUnpacksToGibibytesIsRefusedCheaply() throws IOException {
        byte[] once = gzip(new byte[60 << 20]);
        byte[] bomb = gzip(once);
        assertRefused(bomb, "gzip, gzip", 1 << 20, Reason.REQUEST_TOO_LARGE);
        assertRefused(once, "gzip", 1 << 20, Reason.REQUEST_TOO_LARGE);
    }

    @Test
    void tooManyCodingsAreRefused() throws IOException {
        assertPlain(gzip(gzip(gzip(gzip(CONTENT)))), "gzip,gzip,gzip,gzip");
        assertRefused(gzip(gzip(gzip(gzip(gzip(CONTENT))))), "gzip,gzip,gzip,gzip,gzip", LIMIT, Reason.REQUEST_INVALID);
    }

    @Test
    void whatIsCutOrNoSuchCodingIsRefused() throws IOException {
        for (byte[] packed : List.of(gzip(CONTENT), deflate(CONTENT, false), deflate(CONTENT, true))) {
            String coding = packed[0] == 0x1f ? "gzip" : "deflate";
            for (int length = 0; length < packed.length; length++) {
                assertRefused(Arrays.copyOf(packed, length), coding, LIMIT, Reason.REQUEST_INVALID);
            }
        }
        assertRefused(CONTENT, "gzip", LIMIT, Reason.REQUEST_INVALID);
        assertRefused(CONTENT, "deflate", LIMIT, Reason.REQUEST_INVALID);
        assertRefused(gzip(CONTENT), "deflate", LIMIT, Reason.REQUEST_INVALID);
        byte[] longer = deflate(CONTENT, false);
        assertRefused(Arrays.copyOf(longer, longer.length + 1), "deflate", LIMIT, Reason.REQUEST_INVALID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "deflate, gzip", "br", "identity"})
    void anyBytesAreContentOrAClearRefusal(String coding) throws IOException {
        long seed = Seeds.next("anyBytesAreContentOrAClearRefusal");
        Random random = new Random(seed);
        byte[] gzip = gzip(CONTENT);
        byte[] zlib = deflate(CONTENT, false);
        for (int i = 0; i < 5_000; i++) {
            byte[] body = i % 100 == 0 ? Seeds.bytes(random, 1 << 16) : (random.nextBoolean() ? gzip : zlib).clone();
            for (int left = random.nextInt(4); left > 0 && body.length > 0; left--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(ContentCodings.decode(body, coding, LIMIT).body()).hasSizeLessThanOrEqualTo(LIMIT);
            } catch (RequestRefusedException refused) {
                assertThat(refused.reason())
                        .as("seed %d, round %d", seed, i)
                        .isIn(Reason.REQUEST_INVALID, Reason.REQUEST_TOO_LARGE);
            }
        }
    }

    private static void assertPlain(byte[] body, @Nullable String contentEncoding) {
        Decoded decoded = ContentCodings.decode(body, contentEncoding, LIMIT);
        assertThat(decoded.body()).as(contentEncoding).isEqualTo(CONTENT);
        assertThat(decoded.left()).as(contentEncoding).isEmpty();
    }

    private static void assertRefused(byte[] body, @Nullable String contentEncoding, int limit, Reason reason) {
        assertThatThrownBy(() -> ContentCodings.decode(body, contentEncoding, limit))
                .as("%s of %d bytes", contentEncoding, body.length)
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] deflate(byte[] content, boolean raw) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
        try (OutputStream out = new DeflaterOutputStream(packed, deflater)) {
            out.write(content);
        } finally {
            deflater.end();
        }
        return packed.toByteArray();
    }
}
