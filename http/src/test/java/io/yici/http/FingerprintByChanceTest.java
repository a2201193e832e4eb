package io.yici.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Fingerprint;
import io.yici.http.RequestFingerprint.Part;
import io.yici.json.CanonicalJson;
import io.yici.json.JsonCodecs;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Equal requests and only they have equal fingerprints, whatever chance makes of them. */
class FingerprintByChanceTest {
    private static final CanonicalJson FORM = JsonCodecs.canonicalJson().orElseThrow();

    /** Few signs, short texts: so that parts often differ only by where one ends and the next begins. */
    private static final String SIGNS = "ab=&%+;/";

    private int equal;

    @Test
    void requestsAreTheSameExactlyWhenTheirPartsAre() {
        long seed = Seeds.next("requestsAreTheSameExactlyWhenTheirPartsAre");
        Random random = new Random(seed);
        Map<Fingerprint, Asked> seen = new HashMap<>();
        Map<Asked, Fingerprint> prints = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            Asked asked = asked(random);
            Fingerprint print = asked.print(random);
            Asked before = seen.putIfAbsent(print, asked);
            assertThat(before == null ? asked : before)
                    .as("seed %d, round %d: two requests of one fingerprint", seed, i)
                    .isEqualTo(asked);
            Fingerprint another = prints.putIfAbsent(asked, print);
            assertThat(another == null ? print : another)
                    .as("seed %d, round %d: two fingerprints of one request", seed, i)
                    .isEqualTo(print);
            equal += before == null ? 0 : 1;
        }
        assertThat(equal).as("requests that came again").isBetween(500, 99_000);
    }

    @Test
    void anyQueryAndMediaTypeHaveOneFingerprint() {
        long seed = Seeds.next("anyQueryAndMediaTypeHaveOneFingerprint");
        Random random = new Random(seed);
        String signs = SIGNS + "\"\\ 019AFz\u0000\u00e9\u4e2d\ud83d";
        for (int i = 0; i < 20_000; i++) {
            String text = Seeds.text(random, signs, i % 1000 == 0 ? 1 << 16 : 40);
            Fingerprint print = both(text);
            assertThat(both(text)).as("seed %d, round %d", seed, i).isEqualTo(print);
            assertThat(both(text + "=x&y/")).as("seed %d, round %d", seed, i).isNotEqualTo(print);
        }
    }

    @Test
    void anyBodyHasAFingerprintOrAClearRefusal() {
        long seed = Seeds.next("anyBodyHasAFingerprintOrAClearRefusal");
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            byte[] body = i % 50 == 0
                    ? Seeds.bytes(random, 1 << 16)
                    : Seeds.text(random, "{}[],:\"\\019ek tru\u0000\u00e9", 30).getBytes(StandardCharsets.UTF_8);
            assertThat(RequestFingerprint.of("o", List.of()).bytes(body).build().stored())
                    .hasSize(33);
            try {
                RequestFingerprint.of("o", List.of()).json(body, FORM);
            } catch (RequestRefusedException refused) {
                assertThat(refused.reason())
                        .as("seed %d, round %d", seed, i)
                        .isEqualTo(RequestRefusedException.Reason.REQUEST_INVALID);
            }
        }
    }

    private static Fingerprint both(String text) {
        return RequestFingerprint.of("o", List.of()).query(text).mediaType(text).build();
    }

    private static Asked asked(Random random) {
        return new Asked(
                List.of("o", "oa", "o.a").get(random.nextInt(3)),
                texts(random),
                pairs(random),
                pairs(random),
                random.nextInt(4),
                pairs(random));
    }

    private static List<String> texts(Random random) {
        List<String> texts = new ArrayList<>();
        for (int left = random.nextInt(3); left > 0; left--) {
            texts.add(Seeds.text(random, SIGNS, 2));
        }
        return texts;
    }

    private static Map<String, List<String>> pairs(Random random) {
        Map<String, List<String>> pairs = new HashMap<>();
        if (random.nextInt(3) > 0) {
            for (int left = random.nextInt(3); left > 0; left--) {
                List<String> values = texts(random);
                pairs.put("a".repeat(random.nextInt(3)), values.isEmpty() ? List.of("") : values);
            }
        }
        return pairs;
    }

    /** What was asked, as a value; printed in an order and a spelling by chance. */
    private record Asked(
            String operation,
            List<String> scope,
            Map<String, List<String>> query,
            Map<String, List<String>> headers,
            int bodyForm,
            Map<String, List<String>> body) {
        Asked {
            body = bodyForm == 0 ? Map.of() : body;
        }

        Fingerprint print(Random random) {
            RequestFingerprint print = RequestFingerprint.of(operation, scope);
            List<Runnable> calls = new ArrayList<>();
            calls.add(() -> print.query(spelled(query, random)));
            headers.forEach((name, values) -> calls.add(() -> print.header(name, values)));
            calls.add(() -> giveBody(print, random));
            Collections.shuffle(calls, random);
            calls.forEach(Runnable::run);
            return print.build();
        }

        private void giveBody(RequestFingerprint print, Random random) {
            switch (bodyForm) {
                case 1 -> print.form(shuffled(body, random));
                case 2 -> print.multipart(parts(random));
                case 3 -> print.json(json(random).getBytes(StandardCharsets.UTF_8), FORM);
                default -> {}
            }
        }

        private List<Part> parts(Random random) {
            List<Part> parts = new ArrayList<>();
            shuffled(body, random)
                    .forEach((name, values) -> values.forEach(value -> parts.add(new Part(
                            name, value, "a/b", Sections.sha256().digest(value.getBytes(StandardCharsets.UTF_8))))));
            return parts;
        }

        private String json(Random random) {
            StringBuilder json = new StringBuilder("{");
            shuffled(body, random)
                    .forEach((name, values) -> json.append(json.length() == 1 ? "" : " , ")
                            .append('"')
                            .append(name)
                            .append("\":[\"")
                            .append(String.join("\", \"", values))
                            .append("\"]"));
            return json.append('}').toString();
        }

        /** Names and values in their order within a name, names mixed, each escaped or not where that is a choice. */
        private static String spelled(Map<String, List<String>> pairs, Random random) {
            Map<String, List<String>> left = new LinkedHashMap<>();
            shuffled(pairs, random).forEach((name, values) -> left.put(name, new ArrayList<>(values)));
            List<String> spelled = new ArrayList<>();
            while (!left.isEmpty()) {
                List<String> names = List.copyOf(left.keySet());
                String name = names.get(random.nextInt(names.size()));
                List<String> values = left.getOrDefault(name, List.of());
                spelled.add(escaped(name, random) + "=" + escaped(values.remove(0), random));
                if (values.isEmpty()) {
                    left.remove(name);
                }
            }
            return String.join(random.nextBoolean() ? "&" : "&&", spelled);
        }

        private static String escaped(String text, Random random) {
            StringBuilder escaped = new StringBuilder();
            text.chars()
                    .forEach(unit -> escaped.append(
                            unit == 'a' && random.nextBoolean()
                                    ? "%61"
                                    : URLEncoder.encode(Character.toString(unit), StandardCharsets.UTF_8)));
            return escaped.toString();
        }

        private static Map<String, List<String>> shuffled(Map<String, List<String>> pairs, Random random) {
            List<String> names = new ArrayList<>(pairs.keySet());
            Collections.shuffle(names, random);
            Map<String, List<String>> shuffled = new LinkedHashMap<>();
            names.forEach(name -> shuffled.put(name, pairs.getOrDefault(name, List.of())));
            return shuffled;
        }
    }
}
