package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paying at a gateway that behaves, and what the service refuses. */
class PaymentTest {
    private static final AtomicInteger KEYS = new AtomicInteger();

    private static Shop shop;
    private static Client alice;

    /** Of its own for each test, for all share one service. */
    private String key;

    private String orderNo;

    @BeforeAll
    static void open() throws Exception {
        shop = Shop.patient(TestDatabase.SQLITE, PaymentTest.class);
        alice = shop.as("alice");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @BeforeEach
    void order() {
        shop.gateway().set(Switches.off());
        key = "key-" + KEYS.incrementAndGet();
        orderNo = alice.ordered(key, "TEA-1", 2);
    }

    @Test
    void paymentChargesTheOrdersAmountOnceAndItsAnswerIsReplayed() {
        Answer paid = alice.pay(key, orderNo);
        Answer again = alice.pay(key, orderNo);

        assertThat(paid.status()).isEqualTo(201);
        assertThat(paid.text("status")).isEqualTo("CAPTURED");
        assertThat(paid.json().path("amount").decimalValue()).isEqualByComparingTo("136.00");
        assertThat(again.body()).isEqualTo(paid.body());
        assertThat(again.replayed()).isTrue();
        assertThat(shop.charges(orderNo)).singleElement().satisfies(charge -> {
            assertThat(charge.amountCents()).isEqualTo(13_600);
            assertThat(charge.channel()).isEqualTo("card");
        });
        Answer order = alice.find(orderNo);
        assertThat(order.text("status")).isEqualTo("PAID");
        assertThat(order.json().path("paid").decimalValue()).isEqualByComparingTo("136.00");
        assertThat(order.json().path("settling").booleanValue()).isFalse();
        assertThat(alice.get("/api/orders/" + orderNo + "/payments")
                        .json()
                        .get(0)
                        .path("paymentNo"))
                .isEqualTo(paid.json().path("paymentNo"));
    }

    /** B52, step 2: whoever presses with a new key is stopped by the order's own state. */
    @Test
    void paidOrderIsNotPaidAgainUnderAnotherKey() {
        alice.paid(key, orderNo);

        Answer other = alice.pay(key + "-other", orderNo);

        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("code")).isEqualTo("order-paid");
        assertThat(other.json().path("details").path("orderStatus").asString()).isEqualTo("PAID");
        assertThat(other.retryable()).isFalse();
        assertThat(shop.charges(orderNo)).hasSize(1);
    }

    @Test
    void declinedPaymentIsARecordedRefusalAndTheOrderCanBePaidAnew() {
        shop.gateway().set(Switches.off().with(Fault.DECLINE, 1));
        Answer declined = alice.pay(key, orderNo);
        shop.gateway().set(Switches.off());

        Answer again = alice.pay(key, orderNo);

        assertThat(declined.status()).isEqualTo(402);
        assertThat(declined.text("code")).isEqualTo("payment-declined");
        assertThat(declined.text("status")).isEqualTo("402");
        assertThat(declined.retryable()).isFalse();
        assertThat(again.status()).isEqualTo(402);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(declined.body());
        assertThat(alice.find(orderNo).text("status")).isEqualTo("NEW");
        assertThat(alice.paid(key + "-anew", orderNo).status()).isEqualTo(201);
        assertThat(alice.get("/api/orders/" + orderNo + "/payments").json())
                .map(payment -> payment.path("status").asString())
                .containsExactly("DECLINED", "CAPTURED");
    }

    @Test
    void cancelledOrderIsNotPaid() {
        alice.cancel(key, orderNo);

        Answer refused = alice.pay(key, orderNo);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("order-cancelled");
        assertThat(shop.charges(orderNo)).isEmpty();
    }

    @Test
    void anotherBuyersOrderIsNotThereAndTheKeyStaysFree() {
        Answer refused = shop.as("bob").pay(key, orderNo);

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.text("code")).isEqualTo("order-not-found");
        assertThat(shop.charges(orderNo)).isEmpty();
        assertThat(shop.as("bob").get("/api/orders/" + orderNo + "/payments").status())
                .isEqualTo(404);
        String his = shop.as("bob").ordered(key, "CUP-1", 1);
        Answer paid = shop.as("bob").pay(key, his);
        assertThat(paid.status()).isEqualTo(201);
        assertThat(paid.replayed()).isFalse();
    }

    @Test
    void keyOfOnePaymentIsRefusedForAnotherChannel() {
        alice.paid(key, orderNo);

        Answer other = alice.postTo("/api/orders/" + orderNo + "/payments", key, "{\"channel\":\"alipay\"}");

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("code")).isEqualTo("mismatch");
        assertThat(shop.charges(orderNo)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"channel\":null}",
                "{\"channel\":\"cash\"}",
                "{\"channel\":\"CARD\"}",
                "{\"channel\":1}",
                "{\"channel\":[\"card\"]}"
            })
    void badBodyIsRefusedBeforeAnythingIsWritten(String body) {
        Answer refused = alice.postTo("/api/orders/" + orderNo + "/payments", key, body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("request-invalid");
        assertThat(alice.find(orderNo).text("status")).isEqualTo("NEW");
        assertThat(alice.paid(key, orderNo).status()).isEqualTo(201);
    }

    /** The amount is the order's: what a client adds is not even read. */
    @Test
    void amountOfTheClientDoesNotCount() {
        alice.postTo("/api/orders/" + orderNo + "/payments", key, "{\"channel\":\"card\",\"amountCents\":1}");

        assertThat(shop.charges(orderNo))
                .singleElement()
                .satisfies(charge -> assertThat(charge.amountCents()).isEqualTo(13_600));
    }

    @Test
    void unreachableGatewayLeavesNothingUnknown() {
        shop.gateway().set(Switches.off().with(Fault.CRASH, 1).lasting(1_000, 3_000, 700));
        alice.pay(key + "-crash", alice.ordered(key + "-crash", "CUP-1", 1));
        shop.gateway().set(Switches.off());

        Answer first = alice.pay(key, orderNo);
        Answer paid = alice.paid(key, orderNo);

        assertThat(first.status()).isIn(201, 503);
        assertThat(paid.status()).isEqualTo(201);
        assertThat(shop.charges(orderNo)).hasSize(1);
    }
}
