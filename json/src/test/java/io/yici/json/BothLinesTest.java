package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.json.jackson2.Jackson2Codec;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.test.CodecContract;
import java.io.File;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A record must survive the move from one Jackson to the other, in both directions: nodes run side by side. */
class BothLinesTest {
    private static final String MARKS = "{}[],:\"\\0123456789+-.eEtfnu \n/'";

    private final Jackson2Codec two = new Jackson2Codec();
    private final Jackson3Codec three = new Jackson3Codec();

    @TestFactory
    Stream<DynamicTest> bothWriteTheSameAnswersAndReadEachOthers() {
        return CodecContract.answers()
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> {
                    byte[] byTwo = two.encode(row.value(), row.type());
                    byte[] byThree = three.encode(row.value(), row.type());
                    assertThat(text(byThree)).isEqualTo(text(byTwo));
                    Object read = Objects.requireNonNull(three.decode(byTwo, two.contentType(), row.type()));
                    assertThat(text(two.encode(read, row.type()))).isEqualTo(text(byTwo));
                    Object readByTwo = Objects.requireNonNull(two.decode(byThree, three.contentType(), row.type()));
                    assertThat(text(three.encode(readByTwo, row.type()))).isEqualTo(text(byThree));
                }));
    }

    @TestFactory
    Stream<DynamicTest> bothGiveRequestsTheSameForm() {
        Map<String, Object> requests = new LinkedHashMap<>();
        CodecContract.answers()
                .filter(row -> !row.name().contains("surrogate"))
                .forEach(row -> requests.put(row.name(), row.value()));
        requests.putAll(oddRequests());
        return requests.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertThat(text(three.canonical(each.getValue())))
                                .isEqualTo(text(two.canonical(each.getValue())))));
    }

    @Test
    void bothParsersAgreeOnWhateverComes() {
        long seed = Seeds.next("bothParsersAgreeOnWhateverComes");
        JsonSamples samples = new JsonSamples(seed);
        Random chance = new Random(seed);
        Map<String, Integer> verdicts = new TreeMap<>();
        for (int i = 0; i < 30_000; i++) {
            byte[] json = samples.spelled(samples.value(3)).getBytes(StandardCharsets.UTF_8);
            byte[] damaged = damaged(json, chance);
            String verdict = verdict(two.canonicalJson(), damaged);
            assertThat(verdict(three.canonicalJson(), damaged))
                    .as("seed %d, round %d: %s", seed, i, text(damaged))
                    .isEqualTo(verdict);
            verdicts.merge(verdict.startsWith("refused") ? verdict : "form", 1, Integer::sum);
        }
        assertThat(verdicts).containsKeys("form", "refused MALFORMED");
    }

    private static byte[] damaged(byte[] json, Random chance) {
        byte[] damaged = json.clone();
        for (int i = chance.nextInt(3); i > 0 && damaged.length > 0; i--) {
            int at = chance.nextInt(damaged.length);
            switch (chance.nextInt(4)) {
                case 0 -> damaged[at] = (byte) MARKS.charAt(chance.nextInt(MARKS.length()));
                case 1 -> damaged[at] = (byte) chance.nextInt(256);
                case 2 -> damaged[at] = damaged[chance.nextInt(damaged.length)];
                default -> damaged = Arrays.copyOf(damaged, at);
            }
        }
        return damaged;
    }

    private static String verdict(CanonicalJson canonical, byte[] json) {
        try {
            return text(canonical.of(json));
        } catch (RefusedJsonException refused) {
            return "refused " + refused.reason();
        }
    }

    /** Values that do not come back as answers, but may stand in requests. */
    @SuppressWarnings("JavaUtilDate") // old code asks with them
    private static Map<String, Object> oddRequests() {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Shanghai"));
        calendar.setTimeInMillis(5);
        Map<String, Object> odd = new LinkedHashMap<>();
        odd.put("odd property names", new OddNames());
        odd.put("set of enums", Set.of(CodecContract.State.PAID, CodecContract.State.NEW));
        odd.put("Timestamp", Timestamp.from(Instant.parse("2026-11-29T10:15:30.123456789Z")));
        odd.put("SQL date", java.sql.Date.valueOf("2026-11-29"));
        odd.put("SQL time", java.sql.Time.valueOf("10:15:30"));
        odd.put("date of the year 12026", new Date(317_000_000_000_000L));
        odd.put("Calendar", calendar);
        odd.put("TimeZone", calendar.getTimeZone());
        odd.put("root Locale", Locale.ROOT);
        odd.put("Path", Path.of("a", "b"));
        odd.put("File", new File("a"));
        odd.put("InetAddress", InetAddress.getLoopbackAddress());
        odd.put("Charset", StandardCharsets.UTF_8);
        odd.put("Pattern", Pattern.compile("a+"));
        odd.put("Class", String.class);
        odd.put("char[]", new char[] {'a', 'b'});
        odd.put("boolean[]", new boolean[] {true, false});
        odd.put("double[]", new double[] {1.0, 0.1, 1e300, 1e-7, 100000000.0, 2e-5});
        odd.put("float[]", new float[] {1.0f, 0.1f, 1e30f});
        odd.put("atomics", List.of(new AtomicInteger(1), new AtomicLong(2), new AtomicBoolean(true)));
        odd.put("AtomicReference", new AtomicReference<>("x"));
        odd.put("Map.Entry", Map.entry("a", 1));
        odd.put("ByteBuffer", ByteBuffer.wrap(new byte[] {1, 2}));
        odd.put("Iterable", (Iterable<String>) () -> List.of("a").iterator());
        return odd;
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** Names on which the two lines differ by default. */
    public static class OddNames {
        /** All capitals. */
        public String getURL() {
            return "1";
        }

        /** Two capitals. */
        public String getXAxis() {
            return "2";
        }

        /** A small letter. */
        public String getiPhone() {
            return "3";
        }

        /** All capitals. */
        public boolean isOK() {
            return true;
        }

        /** One letter. */
        public String getA() {
            return "4";
        }
    }
}
