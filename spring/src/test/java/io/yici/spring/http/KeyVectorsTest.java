package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which text is a key: vectors 1 to 12 and 39, B08 and B09. */
class KeyVectorsTest extends Vectors {
    private final String order = fresh("key");
    private final String key = fresh("k");
    private final Ask ask = Ask.post("/orders").json(body(order));

    KeyVectorsTest(TestDatabase database) {
        super(database);
    }

    @Test
    void vector1TheFirstRequestRuns() {
        Reply first = isFirst(201, send(ask.key(key)));
        assertThat(first.text()).contains(order);
        assertThat(first.header("Location")).hasSize(1);
        happened(order, 1);
    }

    @Test
    void vector2TheSecondGetsTheFirstAnswer() {
        Reply first = isFirst(201, send(ask.key(key)));
        isReplayOf(first, send(ask.key(key)));
        happened(order, 1);
    }

    @Test
    void vector3AHundredMoreGetTheFirstAnswer() {
        Reply first = isFirst(201, send(ask.key(key)));
        for (int time = 0; time < 100; time++) {
            isReplayOf(first, send(ask.key(key)));
        }
        happened(order, 1);
    }

    @Test
    void vector4WithoutAKeyARequestIsRefusedAndToldWhy() {
        Reply refused = isProblem(400, "key-missing", send(ask));
        assertThat(refused.header("Link")).containsExactly("Link: </idempotency>; rel=\"describedby\"");
        assertThat(refused.text()).contains("\"retryable\":false", "\"status\":400", "\"detail\":", "\"title\":");
        happened(order, 0);
    }

    @Test
    void vector5WhereAKeyIsOptionalRequestsWithoutOneEachRun() {
        Reply first = isFirst(201, send(ask.to("/orders/optional")));
        Reply second = isFirst(201, send(ask.to("/orders/optional")));
        assertThat(second.body()).isNotEqualTo(first.body());
        happened(order, 2);
    }

    @Test
    void vector5WhereAKeyIsOptionalOneCountsAllTheSame() {
        Reply first = isFirst(201, send(ask.to("/orders/optional").key(key)));
        isReplayOf(first, send(ask.to("/orders/optional").key(key)));
        happened(order, 1);
    }

    /** And B08, step 3. */
    @ParameterizedTest
    @ValueSource(strings = {"", "    ", "\t", "\"\"", "\"   \""})
    void vector6AnEmptyKeyIsNone(String empty) {
        isProblem(400, "key-invalid", send(ask.key(empty)));
        isProblem(400, "key-invalid", send(ask.to("/orders/optional").key(empty)));
        happened(order, 0);
    }

    @Test
    void vector7AKeyHasUpTo255Bytes() {
        String longest = "x".repeat(255 - key.length()) + key;
        Reply first = isFirst(201, send(ask.key(longest)));
        isReplayOf(first, send(ask.key("\"" + longest + "\"")));
        happened(order, 1);
        isProblem(400, "key-invalid", send(ask.key(longest + "x")));
        isProblem(400, "key-invalid", send(ask.key("\"" + longest + "x\"")));
        happened(order, 1);
    }

    @Test
    void vector8TheLengthOfAKeyCountsInBytes() {
        String tooLong = "\u20ac".repeat(200);
        isProblem(400, "key-invalid", send(keyInBody("\"" + tooLong + "\"")));
        isProblem(400, "key-invalid", send(ask.key(onWire(tooLong))));
        happened(order, 0);
        String fits = "\u20ac".repeat(70) + key;
        Reply first = isFirst(201, send(keyInBody("\"" + fits + "\"")));
        isReplayOf(first, send(keyInBody("\"" + fits + "\"")));
        happened(order, 1);
    }

    /** And B08, steps 1 and 2. */
    @Test
    void vector9TwoKeysAreNone() {
        isProblem(400, "key-invalid", send(ask.key(key).key(fresh("other"))));
        isProblem(400, "key-invalid", send(ask.key(key).key(key)));
        isProblem(400, "key-invalid", send(ask.key(key + "," + key)));
        isProblem(400, "key-invalid", send(ask.key(key + ", " + key)));
        isProblem(400, "key-invalid", send(ask.key("\"" + key + "\", \"" + key + "\"")));
        happened(order, 0);
        isFirst(201, send(ask.key(key)));
        happened(order, 1);
    }

    @Test
    void vector10QuotedAndBareTheSameTextIsOneKey() {
        Reply first = isFirst(201, send(ask.key("\"" + key + "\"")));
        isReplayOf(first, send(ask.key(key)));
        isReplayOf(first, send(ask.key("\"" + key + "\";version=2")));
        happened(order, 1);
    }

    @Test
    void vector10WhereTheSyntaxIsStrictOnlyTheQuotedFormIsAKey() {
        isProblem(400, "key-invalid", send(ask.to("/orders/strict").key(key)));
        happened(order, 0);
        isFirst(201, send(ask.to("/orders/strict").key("\"" + key + "\"")));
        happened(order, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'; DROP TABLE yici_record; --",
                "' OR '1'='1",
                "%_[a-z]*?{tag}",
                "$1 :name ?",
                "*3\\\\r\\\\nSET",
                "../../etc",
                "<script>&amp;",
                "${jndi:x}"
            })
    void vector11SignsThatMeanSomethingElsewhereAreStoredAsTheyAre(String signs) {
        Reply first = isFirst(201, send(ask.key("\"" + key + signs + "\"")));
        isReplayOf(first, send(ask.key("\"" + key + signs + "\"")));
        isFirst(201, send(ask.key("\"" + key + "\"")));
        assertThat(records("idempotency_key", key + signs.replace("\\\\", "\\")))
                .isEqualTo(1);
        happened(order, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "\u0001", "\u007f", "\r", "\n", "\r\n"})
    void vector11ControlCharactersAreRefusedInAHeader(String control) {
        Reply reply = send(ask.key(key + control + "x"));
        assertThat(reply.status()).isEqualTo(400);
        happened(order, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\r\\n", "\\u007f", "\\u0085", "\\ud800"})
    void vector11ControlCharactersAreRefusedInABody(String control) {
        assertThat(send(keyInBody("\"" + key + control + "\"")).status()).isEqualTo(400);
        happened(order, 0);
    }

    @Test
    void vector11ALineAfterTheKeyIsALineOfItsOwn() {
        Reply first = isFirst(201, send(ask.key(key + "\r\nX-Injected: 1")));
        assertThat(first.header("X-Injected")).isEmpty();
        isReplayOf(first, send(ask.key(key)));
        happened(order, 1);
    }

    /** And B08, step 6. */
    @Test
    void vector12LowerAndUpperCaseAreTwoKeys() {
        Reply upper = isFirst(201, send(ask.key("Abc" + key)));
        Reply lower = isFirst(201, send(ask.key("abc" + key)));
        assertThat(lower.body()).isNotEqualTo(upper.body());
        happened(order, 2);
    }

    @Test
    void vector12LowerAndUpperCaseAreOneUuid() {
        String uuid = UUID.randomUUID().toString();
        Ask byUuid = ask.to("/orders/uuid");
        Reply first = isFirst(201, send(byUuid.key(uuid.toUpperCase(Locale.ROOT))));
        isReplayOf(first, send(byUuid.key(uuid)));
        isProblem(400, "key-invalid", send(byUuid.key(key)));
        happened(order, 1);
    }

    @Test
    void vector39DifferentKeysAreDifferentRequests() {
        Set<String> answers = new HashSet<>();
        answers.add(isFirst(201, send(ask.key(key))).body());
        answers.add(isFirst(201, send(ask.key(key + "x"))).body());
        assertThat(answers).hasSize(2);
        happened(order, 2);
    }

    /** B08, steps 4 and 6. */
    @Test
    void b08BlanksAroundAKeyAndTheCaseOfTheHeadersNameDoNotCount() {
        Reply first = isFirst(201, send(ask.key(key)));
        isReplayOf(first, send(ask.key(" \t " + key + " \t ")));
        isReplayOf(first, send(ask.key(" \"" + key + "\"\t")));
        isReplayOf(first, send(ask.line("iDEMPOTENCY-kEY:" + key)));
        happened(order, 1);
    }

    /** B08, step 5: what is too long for the container is refused by it. */
    @Test
    void b08NonAsciiAndVeryLongKeysAreRefusedBeforeAnyEffect() {
        isProblem(400, "key-invalid", send(ask.key(key + onWire("\u00e9"))));
        isProblem(400, "key-invalid", send(ask.key("\"" + key + onWire("\u00e9") + "\"")));
        isProblem(400, "key-invalid", send(ask.key(key + "\u00ff")));
        isProblem(400, "key-invalid", send(ask.key(key.repeat(100))));
        assertThat(send(ask.key("k".repeat(10 * 1024))).status()).isEqualTo(400);
        happened(order, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"requestId\":null,"})
    void b09WithoutAKeyInTheBodyNobodyGetsTheAnswerOfAnother(String none) {
        String other = fresh("other");
        String user = fresh("user");
        for (String each : new String[] {order, other}) {
            Ask without = ask.as(user)
                    .to("/orders/keyed")
                    .json("{" + none + body(each).substring(1));
            Reply refused = isProblem(400, "key-missing", send(without));
            assertThat(refused.text()).contains("Idempotency-Key, or member /requestId of the body");
            happened(each, 0);
            Reply reply = isFirst(201, send(without.to("/orders/keyed-or-not")));
            assertThat(reply.text()).contains(each);
            happened(each, 1);
        }
        assertThat(records("caller", user)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[null,null]", "[\"a\",null]", "[]", "{}", "{\"a\":1}", "7", "true", "\"\"", "\"  \""})
    void b09WhatIsNoTextIsNoKey(String wrong) {
        for (String each : new String[] {order, fresh("other")}) {
            Ask odd = ask.to("/orders/keyed")
                    .json("{\"requestId\":" + wrong + "," + body(each).substring(1));
            isProblem(400, "key-invalid", send(odd));
            isProblem(400, "key-invalid", send(odd.to("/orders/keyed-or-not")));
            happened(each, 0);
        }
    }

    @Test
    void b09TheKeyMayComeInTheBodyOrTheHeaderButNotTwoOfThem() {
        Reply first = isFirst(201, send(keyInBody("\"" + key + "\"")));
        isReplayOf(first, send(keyInBody("\"" + key + "\"")));
        isReplayOf(first, send(keyInBody("\"" + key + "\"").key(key)));
        isReplayOf(first, send(ask.to("/orders/keyed").key(key)));
        isProblem(400, "keys-differ", send(keyInBody("\"" + key + "\"").key(key + "x")));
        happened(order, 1);
    }

    @Test
    void theKeyOfARequestThatOnlyReadsIsIgnored() {
        Ask price = ask.key(key).to("/items/1/price?order=" + order);
        Reply first = isFirst(200, send(price.by("GET")));
        Reply second = isFirst(200, send(price.by("GET")));
        assertThat(second.body()).isNotEqualTo(first.body());
        isFirst(200, send(price.by("GET").key(key)));
        isFirst(200, send(price.by("HEAD")));
        assertThat(records("idempotency_key", key)).isZero();
        happened(order + "/1/price", 4);
        isReplayOf(isFirst(200, send(price)), send(price));
        happened(order + "/1/price", 5);
    }

    private Ask keyInBody(String json) {
        return ask.to("/orders/keyed")
                .json("{\"requestId\":" + json + "," + body(order).substring(1));
    }

    private static String onWire(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
