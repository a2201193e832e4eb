package io.yici.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Caller.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shop can rely on while the gateway behaves. */
class ContractTest {
    private Gateway gateway;
    private Caller caller;

    @BeforeEach
    void start() throws IOException {
        gateway = Gateway.start(0, GatewayOptions.defaults().withSecret("s3cret"));
        caller = Caller.of(gateway);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void chargeIsBookedAndFoundByItsKey() throws Exception {
        Answer charged = caller.charge("k1");

        assertThat(charged.status()).isEqualTo(201);
        assertThat(charged.text("status")).isEqualTo("CAPTURED");
        assertThat(charged.text("key")).isEqualTo("k1");
        assertThat(charged.text("orderNo")).isEqualTo("o-k1");
        assertThat(charged.body().path("amountCents").longValue()).isEqualTo(1250);
        assertThat(charged.body().path("at").longValue()).isPositive();
        assertThat(caller.get("/charges/by-key/k1")).isEqualTo(new Answer(200, charged.body()));
    }

    @Test
    void sameKeyGetsTheSameChargeWhereverItIsCalledBack() throws Exception {
        Answer first = caller.charge("k1");

        Answer again = caller.charge("k1", "http://127.0.0.1:1/elsewhere");

        assertThat(again).isEqualTo(first);
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void sameKeyForAnotherAmountIsRefused() throws Exception {
        caller.charge("k1");

        Answer other = caller.chargeOf("k1", 1251);

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("code")).isEqualTo("key-reused");
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void twentyEqualChargesAtOnceAreOne() {
        List<CompletableFuture<Answer>> answers = IntStream.range(0, 20)
                .mapToObj(number -> caller.later(() -> caller.charge("k1")))
                .toList();

        assertThat(answers)
                .map(answer -> answer.join().text("chargeId"))
                .containsOnly(gateway.charges().get(0).chargeId());
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void unknownKeyIsNotFound() throws Exception {
        Answer charge = caller.get("/charges/by-key/none");
        Answer refund = caller.get("/refunds/by-key/none");

        assertThat(charge.status()).isEqualTo(404);
        assertThat(charge.text("code")).isEqualTo("key-unknown");
        assertThat(refund.status()).isEqualTo(404);
    }

    @Test
    void refundsNeverExceedWhatWasCaptured() throws Exception {
        String charge = caller.charge("k1").text("chargeId");

        Answer one = caller.refund("r1", charge, 600);
        Answer equal = caller.refund("r2", charge, 600);
        Answer tooMuch = caller.refund("r3", charge, 51);
        Answer repeated = caller.refund("r1", charge, 600);

        assertThat(one.status()).isEqualTo(201);
        assertThat(one.text("status")).isEqualTo("DONE");
        assertThat(one.text("orderNo")).isEqualTo("o-k1");
        assertThat(equal.text("refundId")).isNotEqualTo(one.text("refundId"));
        assertThat(repeated).isEqualTo(one);
        assertThat(tooMuch.status()).isEqualTo(409);
        assertThat(tooMuch.text("code")).isEqualTo("exceeds-captured");
        assertThat(gateway.refunds()).hasSize(2);
        assertThat(caller.get("/refunds/by-key/r2").body()).isEqualTo(equal.body());
        assertThat(caller.get("/refunds/by-key/r3").status()).isEqualTo(404);
        assertThat(caller.refund("r1", charge, 601).status()).isEqualTo(422);
    }

    @Test
    void twentyRefundsAtOnceTakeNoMoreThanThereIs() throws Exception {
        String charge = caller.charge("k1").text("chargeId");

        List<CompletableFuture<Answer>> answers = IntStream.range(0, 20)
                .mapToObj(number -> caller.later(() -> caller.refund("r" + number, charge, 100)))
                .toList();

        assertThat(answers).filteredOn(answer -> answer.join().status() == 201).hasSize(12);
        assertThat(answers).filteredOn(answer -> answer.join().status() == 409).hasSize(8);
        assertThat(gateway.refunds()).hasSize(12);
    }

    @Test
    void refundOfAnUnknownOrDeclinedChargeIsRefused() throws Exception {
        gateway.set(Switches.off().with(Fault.DECLINE, 1));
        String declined = caller.charge("k1").text("chargeId");

        assertThat(caller.refund("r1", "ch-99", 1).status()).isEqualTo(404);
        assertThat(caller.refund("r2", declined, 1).text("code")).isEqualTo("charge-declined");
        assertThat(gateway.refunds()).isEmpty();
    }

    @Test
    void ledgersAreListedInTheOrderOfBooking() throws Exception {
        String charge = caller.charge("k2").text("chargeId");
        caller.charge("k1");
        caller.refund("r2", charge, 5);
        caller.refund("r1", charge, 5);

        assertThat(caller.get("/charges").body())
                .map(entry -> entry.path("key").stringValue())
                .containsExactly("k2", "k1");
        assertThat(caller.get("/refunds").body())
                .map(entry -> entry.path("key").stringValue())
                .containsExactly("r2", "r1");
    }

    @Test
    void callbacksTellChargeAndRefundAndAreSigned() throws Exception {
        try (Shop shop = Shop.accepting()) {
            String charge = caller.charge("k1", shop.url()).text("chargeId");
            Eventually.holds("the charge is told", () -> shop.callbacks().size() == 1);
            String refund = caller.refund("r1", charge, 7).text("refundId");
            Eventually.holds("the refund is told", () -> shop.callbacks().size() == 2);
            Eventually.holds("nothing is left to tell", () -> gateway.undeliveredEvents() == 0);

            Shop.Callback charged = shop.callbacks().get(0);
            Shop.Callback refunded = shop.callbacks().get(1);
            assertThat(charged.text("type")).isEqualTo("charge.captured");
            assertThat(charged.text("chargeId")).isEqualTo(charge);
            assertThat(charged.text("key")).isEqualTo("k1");
            assertThat(charged.text("orderNo")).isEqualTo("o-k1");
            assertThat(charged.json().path("amountCents").longValue()).isEqualTo(1250);
            assertThat(charged.json().has("callbackUrl")).isFalse();
            assertThat(refunded.text("type")).isEqualTo("refund.done");
            assertThat(refunded.text("refundId")).isEqualTo(refund);
            assertThat(refunded.text("eventId")).isNotEqualTo(charged.text("eventId"));
            assertSigned(charged);
            assertSigned(refunded);
        }
    }

    @Test
    void callbackIsRepeatedUntilItIsAccepted() throws Exception {
        try (Shop shop = Shop.answering(number -> number < 4 ? 500 : 204)) {
            caller.charge("k1", shop.url());

            Eventually.holds("it is accepted", () -> gateway.undeliveredEvents() == 0);

            assertThat(shop.callbacks()).hasSize(4);
            assertThat(shop.callbacks())
                    .map(Shop.Callback::raw)
                    .containsOnly(shop.callbacks().get(0).raw());
        }
    }

    @Test
    void repeatedChargeIsNotToldAgain() throws Exception {
        try (Shop shop = Shop.accepting()) {
            caller.charge("k1", shop.url());
            caller.charge("k1", shop.url());
            caller.charge("k2", shop.url());
            Eventually.holds("nothing is left to tell", () -> gateway.undeliveredEvents() == 0);

            assertThat(shop.callbacks()).map(callback -> callback.text("key")).containsExactlyInAnyOrder("k1", "k2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "[]",
                "{}",
                "{\"key\":\"k1\",\"orderNo\":\"o\",\"channel\":\"card\",\"amountCents\":0}",
                "{\"key\":\"k1\",\"orderNo\":\"o\",\"channel\":\"card\",\"amountCents\":1.5}",
                "{\"key\":\"k1\",\"orderNo\":\"o\",\"channel\":\"card\",\"amountCents\":\"5\"}",
                "{\"key\":\"k1\",\"orderNo\":\" \",\"channel\":\"card\",\"amountCents\":5}",
                "{\"key\":\"k2\",\"orderNo\":\"o\",\"channel\":\"card\",\"amountCents\":5}",
                "{\"key\":\"k1\",\"orderNo\":\"o\",\"channel\":\"card\",\"amountCents\":5,\"callbackUrl\":\"file:///x\"}"
            })
    void senselessChargeIsRefused(String body) throws Exception {
        Answer answer = caller.post("/charges", "k1", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("message")).isNotEmpty();
        assertThat(gateway.charges()).isEmpty();
    }

    @Test
    void keyMustStandInTheHeaderBareOrQuoted() throws Exception {
        assertThat(caller.post("/charges", null, Caller.charging("k1", 5, null)).status())
                .isEqualTo(400);
        assertThat(caller.post("/charges", "\"k1\"", Caller.charging("k1", 5, null))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void anotherAddressOrMethodIsNotFound() throws Exception {
        assertThat(caller.get("/").status()).isEqualTo(404);
        assertThat(caller.put("/charges", "{}").status()).isEqualTo(404);
        assertThat(caller.put("/charges/by-key/k1", "{}").status()).isEqualTo(404);
    }

    private static void assertSigned(Shop.Callback callback) throws Exception {
        String[] parts = callback.signature().split(",", 2);
        String seconds = parts[0].substring("t=".length());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] digest = mac.doFinal((seconds + "." + callback.raw()).getBytes(StandardCharsets.UTF_8));
        assertThat(parts[1]).isEqualTo("v1=" + HexFormat.of().formatHex(digest));
        assertThat(Long.parseLong(seconds))
                .isBetween(Instant.now().getEpochSecond() - 60, Instant.now().getEpochSecond());
    }
}
