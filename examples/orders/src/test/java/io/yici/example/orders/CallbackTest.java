package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Charge;
import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told at the callback door: by whom, how often, in which order, and how late (B54, B55). */
class CallbackTest {
    private static final AtomicInteger KEYS = new AtomicInteger();

    private static Shop shop;
    private static Client alice;
    private static Courier courier;

    private String key;
    private String orderNo;

    @BeforeAll
    static void open() throws Exception {
        shop = Shop.open(TestDatabase.SQLITE, CallbackTest.class);
        alice = shop.as("alice");
        courier = new Courier(shop.service().port());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @BeforeEach
    void order() {
        shop.gateway().set(Switches.off());
        key = "key-" + KEYS.incrementAndGet();
        orderNo = alice.ordered(key, "TEA-1", 1);
    }

    /** The key of a payment whose answer never came. */
    private String chargeKey() {
        shop.gateway().set(Switches.off().with(Fault.TIME_OUT, 1));
        alice.paid(key, orderNo);
        shop.gateway().set(Switches.off());
        return shop.charges(orderNo).get(0).key();
    }

    static List<String> badSignatures() {
        String body = Courier.event("e", "charge.captured", "k", "c", 1);
        long now = Instant.now().getEpochSecond();
        String right = Courier.hmac(Courier.SECRET, now + "." + body);
        return List.of(
                "",
                "t=" + now,
                "v1=" + right,
                "t=" + now + ",v1=",
                "t=" + now + ",v1=" + right.substring(1),
                "t=" + now + ",v1=" + right + "00",
                "t=" + now + ",v1=" + "0".repeat(64),
                "t=" + now + ",v0=" + right,
                "t=" + (now + 1) + ",v1=" + right,
                "t=0" + now + ",v1=" + right,
                "t=x,v1=" + right,
                "t=-" + now + ",v1=" + right,
                "t=99999999999999999999,v1=" + right,
                Courier.signature("another secret", now, body),
                Courier.signature(Courier.SECRET, now - 301, body),
                Courier.signature(Courier.SECRET, now + 400, body),
                Courier.signature(Courier.SECRET, now, body + " "),
                "t=" + now + ",v1=" + right.toUpperCase(java.util.Locale.ROOT),
                "t=" + now + "," + ("v1=" + "1".repeat(64) + ",").repeat(20));
    }

    @ParameterizedTest
    @MethodSource("badSignatures")
    void unsignedForgedAndOldCallbacksAreRefused(String signature) {
        Answer refused = courier.deliver(Courier.event("e", "charge.captured", "k", "c", 1), signature);

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.text("code")).isEqualTo("signature-refused");
    }

    @Test
    void callbackWithoutASignatureIsRefusedWhateverUserBringsIt() {
        Answer refused = courier.deliver(Courier.event("e", "charge.captured", "k", "c", 1), null);
        Answer byUser = alice.postTo("/callbacks/payments", key, Courier.event("e", "charge.captured", "k", "c", 1));

        assertThat(refused.status()).isEqualTo(401);
        assertThat(byUser.status()).isEqualTo(401);
    }

    /** While its secret changes the gateway signs with the old and the new one. */
    @Test
    void oneOfSeveralSignaturesIsEnough() {
        String body = Courier.event("several", "charge.captured", "unknown", "c", 1);
        long now = Instant.now().getEpochSecond();

        Answer answer = courier.deliver(
                body, "t=" + now + ",v1=" + "a".repeat(64) + ",v1=" + Courier.hmac(Courier.SECRET, now + "." + body));

        assertThat(answer.text("code")).isEqualTo("payment-not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "not json",
                "{\"eventId\":\"e\",\"type\":\"charge.captured\",\"key\":\"k\"}",
                "{\"eventId\":\"\",\"type\":\"charge.captured\",\"key\":\"k\",\"chargeId\":\"c\",\"amountCents\":1}",
                "{\"eventId\":\"e\",\"type\":\"charge.exploded\",\"key\":\"k\",\"chargeId\":\"c\",\"amountCents\":1}"
            })
    void signedNonsenseIsRefused(String body) {
        Answer refused = courier.deliver(body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("request-invalid");
    }

    @Test
    void overlongCallbackIsRefused() {
        assertThat(courier.deliver(" ".repeat(64 * 1024 + 1)).status()).isEqualTo(413);
    }

    /** Not 2xx and not recorded, so that the gateway tells it again. */
    @Test
    void foreignKeyIsNeverASilentSuccess() {
        String body = Courier.event("foreign-" + key, "charge.captured", "f".repeat(64), "ch-9", 6_800);

        assertThat(courier.deliver(body).status()).isEqualTo(404);
        assertThat(courier.deliver(body).text("code")).isEqualTo("payment-not-found");
        assertThat(alice.find(orderNo).text("status")).isEqualTo("NEW");
    }

    /** An event of the other kind says nothing about the call that has this key, and neither fails nor ends it. */
    @Test
    void eventOfAnotherKindThanItsKeyIsNotApplied() {
        String charge = chargeKey();

        Answer refused = courier.deliver(Courier.event("kind-" + key, "refund.done", charge, "re-9", 6_800));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.text("code")).isEqualTo("payment-not-found");
        assertThat(alice.find(orderNo).text("status")).isIn("PAYING", "PAID");
    }

    @Test
    void eventDeliveredManyTimesAtOnceIsAppliedOnce() {
        String body = Courier.event("many-" + key, "charge.captured", chargeKey(), charge().chargeId(), 6_800);

        List<Answer> answers =
                Race.within(Duration.ofSeconds(60)).<Answer>run(20, runner -> () -> courier.deliver(body)).stream()
                        .map(Race.Finish::answer)
                        .toList();
        Answer later = courier.deliver(body);

        assertThat(answers).extracting(Answer::status).contains(204).isSubsetOf(204, 409, 503);
        assertThat(later.status()).isEqualTo(204);
        Answer order = alice.find(orderNo);
        assertThat(order.text("status")).isEqualTo("PAID");
        assertThat(order.json().path("paid").decimalValue()).isEqualByComparingTo("68.00");
        assertThat(alice.paid(key, orderNo).status()).isEqualTo(201);
    }

    /**
     * B55, step 1: every event is new, and the later one says the opposite. It changes nothing, and people are told.
     */
    @Test
    void contradictingEventChangesNothingAndGoesToTheOperators() {
        alice.paid(key, orderNo);
        String charge = charge().key();

        Answer told =
                courier.deliver(Courier.event("against-" + key, "charge.declined", charge, charge().chargeId(), 6_800));

        assertThat(told.status()).isEqualTo(204);
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
        assertThat(alice.get("/api/orders/" + orderNo + "/payments")
                        .json()
                        .get(0)
                        .path("status")
                        .asString())
                .isEqualTo("CAPTURED");
        assertThat(shop.as("operator").get("/api/operations").json())
                .anySatisfy(
                        waiting -> assertThat(waiting.path("key").asString()).isEqualTo(charge));
    }

    /** B55, steps 2 and 4: in whatever order and however often a payment's and its refund's events come. */
    @Test
    void eventsInTheWrongOrderAndThriceChangeNothingMore() {
        alice.paid(key, orderNo);
        alice.refunded(key, orderNo, "8.00");
        String refund = shop.refunds(orderNo).get(0).key();
        String refundId = shop.refunds(orderNo).get(0).refundId();

        for (int time = 1; time <= 3; time++) {
            assertThat(courier.deliver(Courier.event("r-" + key, "refund.done", refund, refundId, 800))
                            .status())
                    .isEqualTo(204);
            assertThat(courier.deliver(Courier.event(
                                    "c-" + key, "charge.captured", charge().key(), charge().chargeId(), 6_800))
                            .status())
                    .isEqualTo(204);
        }

        Answer order = alice.find(orderNo);
        assertThat(order.text("status")).isEqualTo("PAID");
        assertThat(order.json().path("paid").decimalValue()).isEqualByComparingTo("68.00");
        assertThat(order.json().path("refunded").decimalValue()).isEqualByComparingTo("8.00");
    }

    /** An event of attempt A does not touch attempt B: the key says which it is about. */
    @Test
    void lateDeclineOfAnOldAttemptLeavesTheNewOneAlone() {
        shop.gateway().set(Switches.off().with(Fault.DECLINE, 1));
        alice.paid(key + "-a", orderNo);
        String first = charge().key();
        shop.gateway().set(Switches.off());
        assertThat(alice.paid(key + "-b", orderNo).status()).isEqualTo(201);

        Answer told =
                courier.deliver(Courier.event("late-" + key, "charge.declined", first, charge().chargeId(), 6_800));

        assertThat(told.status()).isEqualTo(204);
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
    }

    @Test
    void oneEventIdWithAnotherContentIsRefused() {
        alice.paid(key, orderNo);
        Charge charge = charge();
        courier.deliver(Courier.event("same-" + key, "charge.captured", charge.key(), charge.chargeId(), 6_800));

        Answer other =
                courier.deliver(Courier.event("same-" + key, "charge.captured", charge.key(), charge.chargeId(), 1));

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("code")).isEqualTo("mismatch");
    }

    private Charge charge() {
        return shop.charges(orderNo).get(0);
    }
}
