package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code and retryable are read from the top of a problem body, and from nowhere else. */
class ProblemTest {
    @Test
    void theTwoMembersAreFoundAmongAnyOthers() {
        long seed = Long.getLong("yici.seed", System.nanoTime());
        System.out.println("theTwoMembersAreFoundAmongAnyOthers runs with -Dyici.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            List<String> members = new ArrayList<>();
            for (int other = random.nextInt(5); other > 0; other--) {
                members.add(string(random, "x" + random.nextInt(9)) + space(random) + ":" + value(random, 3));
            }
            members.add(string(random, "code") + ":" + space(random) + string(random, "in-progress"));
            members.add(string(random, "retryable") + space(random) + ":" + space(random) + "true");
            Collections.shuffle(members, random);
            String body = space(random) + "{" + space(random)
                    + String.join(space(random) + "," + space(random), members) + space(random) + "}" + space(random);
            assertThat(read(body)).as(body).isEqualTo(new Problem("in-progress", true));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "{",
                "{}",
                "{\"code\"",
                "{\"code\":",
                "{\"code\":\"in-progress",
                "{\"code\":\"in-progress\"",
                "{\"code\":\"in-progress\",\"retryable\":true",
                "{\"code\":7,\"retryable\":\"true\"}",
                "{\"code\":null,\"retryable\":null}",
                "{\"x\":{\"code\":\"in-progress\",\"retryable\":true}}",
                "{\"x\":[{\"code\":\"in-progress\"},{\"retryable\":true}]}",
                "{\"x\":\"\\\",\\\"retryable\\\":true\"}",
                "{\"\\u00\":1,\"retryable\":true}",
                "[{\"code\":\"in-progress\"}]",
                "<html>\"retryable\":true</html>"
            })
    void whatIsNoProblemSaysNothing(String body) {
        assertThat(read(body)).isEqualTo(Problem.SILENT);
    }

    @Test
    void aDeepBodyDoesNotHarm() {
        String deep = "[".repeat(200_000);
        assertThat(read("{\"x\":" + deep + "}")).isEqualTo(Problem.SILENT);
        assertThat(read("{\"x\":" + deep + "]".repeat(200_000) + ",\"code\":\"c\"}"))
                .isEqualTo(new Problem("c", null));
    }

    private static Problem read(String body) {
        return Problem.read(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> "true";
            case 1 -> "-1.5e+3";
            case 2 -> "null";
            case 3 -> string(random, "}{][,:\"\\ retryable code \n\u4e00");
            case 4 -> "[" + value(random, depth - 1) + space(random) + "," + value(random, depth - 1) + "]";
            default -> "{\"code\":" + value(random, depth - 1) + ",\"retryable\":false}";
        };
    }

    /** A JSON string in one of its many spellings. */
    private static String string(Random random, String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit < ' ' || random.nextInt(4) == 0) {
                json.append(String.format("\\u%04x", (int) unit));
            } else if (unit == '"' || unit == '\\') {
                json.append('\\').append(unit);
            } else {
                json.append(unit);
            }
        }
        return json.append('"').toString();
    }

    private static String space(Random random) {
        return List.of("", "", " ", "\n\t", "\r\n").get(random.nextInt(5));
    }
}
