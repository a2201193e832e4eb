package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Whatever bytes a client sends, in the header area up to what the server lets through (64 KB) and in the body, it is
 * answered or refused, and never an error of the server. By seeded chance; the seed is in every message.
 */
class ArbitraryBytesTest extends Vectors {
    private static final int ROUNDS = 60;
    private static final List<String> PIECES = List.of(
            "\"", "\\", "\\\"", ";", ",", "=", "?1", ":", "é", "Ã©", "\u00ff", "\t", " ", "k", "Z", "0", "*", "'", "--",
            "%00", "{}", "\u0001", "\u007f");

    ArbitraryBytesTest(TestDatabase database) {
        super(database);
    }

    @RepeatedTest(4)
    void noKeyHeaderIsAnErrorOfTheServer(RepetitionInfo repetition) {
        Random chance = new Random(repetition.getCurrentRepetition());
        for (int round = 0; round < ROUNDS; round++) {
            String path = List.of("/orders", "/orders/strict", "/orders/uuid", "/orders/optional")
                    .get(chance.nextInt(4));
            isAnsweredOrRefused(
                    repetition, round, Ask.post(path).json(body(fresh("any"))).key(text(chance, 60_000)));
        }
    }

    @RepeatedTest(2)
    void noOtherHeaderLineIsAnErrorOfTheServer(RepetitionInfo repetition) {
        Random chance = new Random(100 + repetition.getCurrentRepetition());
        for (int round = 0; round < ROUNDS; round++) {
            Ask ask = Ask.post("/orders").json(body(fresh("any"))).key(fresh("k"));
            for (int line = chance.nextInt(5); line >= 0; line--) {
                String name = List.of(
                                "Content-Encoding",
                                "X-Any",
                                "Accept",
                                "Content-Language",
                                "Cookie",
                                "Range",
                                "If-Match")
                        .get(chance.nextInt(7));
                ask = ask.line(name + ": " + text(chance, 8_000));
            }
            isAnsweredOrRefused(repetition, round, ask);
        }
    }

    @RepeatedTest(2)
    void noBodyIsAnErrorOfTheServer(RepetitionInfo repetition) {
        Random chance = new Random(200 + repetition.getCurrentRepetition());
        for (int round = 0; round < ROUNDS; round++) {
            String type = List.of(
                            "application/json",
                            "application/json;charset=utf-16",
                            "application/vnd.shop+json",
                            "application/x-www-form-urlencoded",
                            "multipart/form-data; boundary=x",
                            "text/plain",
                            "no type at all")
                    .get(chance.nextInt(7));
            String path = List.of("/orders", "/orders/keyed").get(chance.nextInt(2));
            byte[] bytes = chance.nextBoolean()
                    ? text(chance, 4_000).getBytes(StandardCharsets.UTF_8)
                    : random(chance, chance.nextInt(4_000));
            isAnsweredOrRefused(
                    repetition, round, Ask.post(path).bytes(type, bytes).key(fresh("k")));
        }
    }

    private void isAnsweredOrRefused(RepetitionInfo repetition, int round, Ask ask) {
        assertThat(send(ask).status())
                .as("repetition %d, round %d", repetition.getCurrentRepetition(), round)
                .isLessThan(500);
    }

    private static String text(Random chance, int longest) {
        StringBuilder text = new StringBuilder();
        int length = chance.nextInt(10) == 0 ? chance.nextInt(longest) : chance.nextInt(40);
        while (text.length() < length) {
            text.append(
                    chance.nextInt(3) == 0
                            ? PIECES.get(chance.nextInt(PIECES.size()))
                            : Character.toString(
                                    (char) (chance.nextInt(4) == 0 ? chance.nextInt(256) : 'a' + chance.nextInt(26))));
        }
        return text.toString().replaceAll("[\\r\\n]", "x"); // where a line ends is another question: vector 11
    }

    private static byte[] random(Random chance, int length) {
        byte[] bytes = new byte[length];
        chance.nextBytes(bytes);
        return bytes;
    }
}
