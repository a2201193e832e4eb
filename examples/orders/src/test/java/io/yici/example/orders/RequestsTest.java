package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs may send, and what they are told when it is wrong. */
class RequestsTest {
    private static final String TWO_TEAS = "{\"sku\":\"TEA-1\",\"quantity\":2}";

    private static FreshDatabase database;
    private static RunningService service;
    private static Client alice;

    /** Of its own for each test, for all share one service. */
    private String key;

    @BeforeAll
    static void start() {
        database = Databases.fresh(TestDatabase.SQLITE, RequestsTest.class);
        service = RunningService.on(database);
        alice = service.as("alice");
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @BeforeEach
    void chooseKey(TestInfo test) {
        key = test.getDisplayName().replaceAll("[^A-Za-z0-9]", "-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"sku\":\"TEA-1\"}",
                "{\"quantity\":1}",
                "{\"sku\":null,\"quantity\":1}",
                "{\"sku\":\"\",\"quantity\":1}",
                "{\"sku\":\"tea-1\",\"quantity\":1}",
                "{\"sku\":\"TEA-1'; DROP TABLE orders\",\"quantity\":1}",
                "{\"sku\":\"TEA-1\",\"quantity\":0}",
                "{\"sku\":\"TEA-1\",\"quantity\":-1}",
                "{\"sku\":\"TEA-1\",\"quantity\":101}",
                "{\"sku\":\"TEA-1\",\"quantity\":2.7}",
                "{\"sku\":\"TEA-1\",\"quantity\":\"2\"}",
                "{\"sku\":\"TEA-1\",\"quantity\":99999999999}",
                "{\"sku\":\"TEA-1\",\"quantity\":null}"
            })
    void badBodyIsRefusedAndTheKeyStaysFree(String body) {
        int stock = alice.stockOf("TEA-1");

        Answer refused = alice.post(body, "Idempotency-Key", key);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.text("code")).isEqualTo("request-invalid");
        assertThat(refused.text("detail")).isNotBlank();
        assertThat(alice.stockOf("TEA-1")).isEqualTo(stock);
        Answer mended = alice.order(key, "TEA-1", 1);
        assertThat(mended.status()).isEqualTo(201);
        assertThat(mended.replayed()).isFalse();
    }

    /** The first is no text in any encoding of the web's, the second more than a server reads. */
    @ParameterizedTest
    @ValueSource(strings = {"%FF", "a&a"})
    void addressThatCannotBeReadIsRefused(String value) {
        Answer refused = alice.get("/api/tokens?operation=" + value.replace("&a", "&a".repeat(1_001)));

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.text("code")).isEqualTo("request-invalid");
    }

    @Test
    void detailSaysWhichMemberIsWrong() {
        Answer refused = alice.post("{\"sku\":\"tea\",\"quantity\":0}", "Idempotency-Key", key);

        assertThat(refused.text("detail")).contains("quantity must be").contains("sku must be");
    }

    @Test
    void keyMustBeGiven() {
        int orders = alice.orders();

        Answer refused = alice.post(TWO_TEAS);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("key-missing");
        assertThat(refused.text("type")).isEqualTo("urn:yici:problem:key-missing");
        assertThat(alice.orders()).isEqualTo(orders);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\"\"", "\" \""})
    void blankKeyIsRefused(String blank) {
        Answer refused = alice.post(TWO_TEAS, "Idempotency-Key", blank);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("key-invalid");
    }

    @Test
    void keyHasAtMost255Bytes() {
        String longest = key + "x".repeat(255 - key.length());

        assertThat(alice.order(longest, "TEA-1", 1).status()).isEqualTo(201);
        Answer refused = alice.order(longest + "x", "TEA-1", 1);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("key-invalid");
        assertThat(refused.body()).doesNotContain(longest);
    }

    @Test
    void twoKeysInTwoHeaderLinesAreRefused() {
        Answer refused = alice.post(TWO_TEAS, "Idempotency-Key", key, "Idempotency-Key", key);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("key-invalid");
    }

    @Test
    void quotedAndBareHeaderAndBodyMemberAreOneKey() {
        Answer quoted = alice.post(TWO_TEAS, "Idempotency-Key", '"' + key + '"');
        Answer bare = alice.post(TWO_TEAS, "Idempotency-Key", key);
        Answer inBody = alice.post(withKey(key));
        Answer inBoth = alice.post(withKey(key), "Idempotency-Key", key);

        assertThat(quoted.status()).isEqualTo(201);
        assertThat(quoted.replayed()).isFalse();
        assertThat(java.util.List.of(bare, inBody, inBoth))
                .allMatch(Answer::replayed)
                .allMatch(answer -> answer.body().equals(quoted.body()));
    }

    @Test
    void headerAndBodyMustAgree() {
        int orders = alice.orders();

        Answer refused = alice.post(withKey(key + "-b"), "Idempotency-Key", key + "-a");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("keys-differ");
        assertThat(alice.orders()).isEqualTo(orders);
    }

    @Test
    void unknownProductIsARecordedRefusal() {
        Answer refused = alice.order(key, "TEA-99", 1);
        Answer again = alice.order(key, "TEA-99", 1);

        assertThat(refused.text("code")).isEqualTo("unknown-sku");
        assertThat(refused.replayed()).isFalse();
        assertThat(again.body()).isEqualTo(refused.body());
        assertThat(again.replayed()).isTrue();
    }

    @Test
    void answerIsTheOrder() {
        Answer placed = alice.order(key, "TEA-1", 2);

        assertThat(placed.status()).isEqualTo(201);
        assertThat(placed.header("Content-Type")).startsWith("application/json");
        assertThat(placed.body())
                .matches("\\{\"orderNo\":\"\\d{8}-[0-9A-Z]{10}\",\"sku\":\"TEA-1\",\"quantity\":2,"
                        + "\"amount\":136.00,\"status\":\"NEW\",\"paid\":0.00,\"refunded\":0.00,\"settling\":false,"
                        + "\"createdAt\":\"[^\"]+Z\"}");
        assertThat(alice.get("/api/orders/" + placed.text("orderNo")).body()).isEqualTo(placed.body());
        assertThat(alice.get("/api/orders").json().get(0)).isEqualTo(placed.json());
    }

    @ParameterizedTest
    @CsvSource({
        "/api/orders/20261129-XXXXXXXXXX, 404, order-not-found",
        "/api/stock/NONE, 404, unknown-sku",
        "/api/nothing, 404, not-found"
    })
    void whatIsNotThereIsAProblem(String path, int status, String code) {
        Answer answer = alice.get(path);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.text("code")).isEqualTo(code);
    }

    private static String withKey(String key) {
        return "{\"sku\":\"TEA-1\",\"quantity\":2,\"idempotencyKey\":\"" + key + "\"}";
    }
}
