package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gateway that answers late, never, or not at all: nobody knows, until somebody has asked (B52, B54). */
class UnknownPaymentTest {
    private Shop shop;
    private Client alice;
    private String orderNo;

    @BeforeEach
    void open() throws Exception {
        shop = Shop.open(TestDatabase.SQLITE, UnknownPaymentTest.class);
        alice = shop.as("alice");
        orderNo = alice.ordered("order", "TEA-1", 1);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void timeOutIsUnknownAndNeitherFailedNorPaidUntilItIsSettled() {
        shop.gateway().set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(1_000, 6_000, 1_000));
        Answer unknown = alice.pay("k", orderNo);
        Answer order = alice.find(orderNo);
        Answer otherKey = alice.pay("other", orderNo);
        Answer payments = alice.get("/api/orders/" + orderNo + "/payments");

        assertThat(unknown.status()).isEqualTo(503);
        assertThat(unknown.text("code")).isEqualTo("outcome-unknown");
        assertThat(unknown.retryable()).isTrue();
        assertThat(unknown.header("Retry-After")).isNotEmpty();
        assertThat(order.text("status")).isEqualTo("PAYING");
        assertThat(order.json().path("settling").booleanValue()).isTrue();
        assertThat(payments.json().get(0).path("status").asString()).isEqualTo("SETTLING");
        // B52, step 2: a new key for the same order is stopped by the order's own state.
        assertThat(otherKey.status()).isEqualTo(409);
        assertThat(otherKey.text("code")).isEqualTo("payment-in-progress");
        assertThat(otherKey.retryable()).isTrue();

        shop.gateway().set(Switches.off());
        Shop.until("paid", () -> alice.find(orderNo).text("status").equals("PAID"));
        Answer again = alice.paid("k", orderNo);

        assertThat(again.status()).isEqualTo(201);
        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(alice.pay("other", orderNo).text("code")).isEqualTo("order-paid");
    }

    /** B52, steps 1 and 4: the same key is tried again by the client and by the settler, and one charge comes of it. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"TIME_OUT", "LOSE", "LOSE_ANSWER", "ERROR_500_BEFORE", "ERROR_500_AFTER", "EXECUTE_LATE"})
    void sameKeyEndsPaidOnceWhateverWentWrong(Fault fault) {
        shop.gateway().set(Switches.off().with(fault, 1).lasting(1_000, 2_000, 500));
        Answer first = alice.pay("k", orderNo);
        shop.gateway().set(Switches.off());

        Answer paid = alice.paid("k", orderNo);

        assertThat(first.status()).isIn(201, 503);
        assertThat(paid.status()).isEqualTo(201);
        assertThat(shop.charges(orderNo)).hasSize(1);
        Shop.until(
                "nothing is settling",
                () -> !alice.find(orderNo).json().path("settling").booleanValue());
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
    }

    /** B52, step 4, with nobody who tries again but the settler. */
    @Test
    void lostRequestIsMadeAgainByTheSettlerUnderTheSameKey() {
        shop.gateway().set(Switches.off().with(Fault.LOSE, 1));
        assertThat(alice.pay("k", orderNo).status()).isEqualTo(503);
        assertThat(shop.charges(orderNo)).isEmpty();
        shop.gateway().set(Switches.off());

        Shop.until("paid", () -> alice.find(orderNo).text("status").equals("PAID"));

        assertThat(shop.charges(orderNo)).hasSize(1);
    }

    /** B54 a: phase one is committed before the gateway is asked, so its callback always finds what it is about. */
    @Test
    void callbackBeforeTheAnswerPaysTheOrderOnce() {
        shop.gateway()
                .set(Switches.off()
                        .with(Fault.CALLBACK_BEFORE_ANSWER, 1)
                        .with(Fault.TIME_OUT, 1)
                        .with(Fault.DUPLICATE_CALLBACKS, 1));

        Answer first = alice.pay("k", orderNo);
        Shop.until("paid by callback", () -> alice.find(orderNo).text("status").equals("PAID"));
        Answer again = alice.paid("k", orderNo);

        assertThat(first.status()).isIn(201, 503);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.text("status")).isEqualTo("CAPTURED");
        assertThat(shop.charges(orderNo)).hasSize(1);
        Shop.until("every event is accepted", () -> shop.gateway().undeliveredEvents() == 0);
        assertThat(alice.find(orderNo).json().path("paid").decimalValue()).isEqualByComparingTo("68.00");
    }

    /** B52, step 3: what a service that ended did not find out, the next one does. */
    @Test
    void restartedServiceSettlesWhatTheOldOneLeft() {
        shop.gateway().set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(1_000, 4_000, 500));
        assertThat(alice.pay("k", orderNo).status()).isEqualTo(503);
        shop.gateway().set(Switches.off());

        shop.restart();
        alice = shop.as("alice");

        Shop.until("paid", () -> alice.find(orderNo).text("status").equals("PAID"));
        assertThat(alice.paid("k", orderNo).status()).isEqualTo(201);
        assertThat(shop.charges(orderNo)).hasSize(1);
    }

    @Test
    void declineThatComesLateLetsTheOrderBePaidAnew() {
        shop.gateway().set(Switches.off().with(Fault.TIME_OUT, 1).with(Fault.DECLINE, 1));
        assertThat(alice.pay("k", orderNo).status()).isIn(402, 503);
        shop.gateway().set(Switches.off());

        Shop.until("payable again", () -> alice.find(orderNo).text("status").equals("NEW"));

        Answer declined = alice.paid("k", orderNo);
        assertThat(declined.status()).isEqualTo(402);
        assertThat(alice.paid("anew", orderNo).status()).isEqualTo(201);
        assertThat(shop.charges(orderNo)).hasSize(2);
    }
}
