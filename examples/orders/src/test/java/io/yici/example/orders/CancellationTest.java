package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calling an order off, also while it is being paid. */
class CancellationTest {
    private Shop shop;
    private Client alice;

    @BeforeEach
    void open() throws Exception {
        shop = Shop.open(TestDatabase.SQLITE, CancellationTest.class);
        alice = shop.as("alice");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void stockComesBackOnceHoweverOftenItIsCancelled() {
        int before = alice.stockOf("TEA-1");
        String orderNo = alice.ordered("k", "TEA-1", 3);

        List<Answer> answers = Race.within(Duration.ofSeconds(60))
                .<Answer>run(20, runner -> () -> Shop.untilFinal(() -> alice.cancel("k" + runner % 10, orderNo)))
                .stream()
                .map(Race.Finish::answer)
                .toList();

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text("status")).isEqualTo("CANCELLED");
        });
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before);
    }

    @Test
    void paidOrderIsRefundedInstead() {
        String orderNo = alice.ordered("k", "TEA-1", 1);
        alice.paid("k", orderNo);
        int stock = alice.stockOf("TEA-1");

        Answer refused = alice.cancel("k", orderNo);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("order-paid");
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
        assertThat(alice.stockOf("TEA-1")).isEqualTo(stock);
        assertThat(shop.as("bob").cancel("k", orderNo).status()).isEqualTo(404);
    }

    /** B55, step 3: the order is closed, its stock is back, then the money arrives. */
    @Test
    void paymentThatComesAfterTheCancellationGoesBackOnce() {
        int before = alice.stockOf("TEA-1");
        String orderNo = alice.ordered("k", "TEA-1", 1);
        shop.gateway()
                .set(Switches.off()
                        .with(Fault.EXECUTE_LATE, 1)
                        .with(Fault.DUPLICATE_CALLBACKS, 1)
                        .lasting(1_000, 4_000, 500));
        assertThat(alice.pay("k", orderNo).status()).isEqualTo(503);
        shop.gateway().set(Switches.off());
        assertThat(alice.cancel("k", orderNo).text("status")).isEqualTo("CANCELLED");
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before);

        Shop.until("the money is back", () -> shop.refunds(orderNo).size() == 1);
        Shop.until(
                "nothing is settling",
                () -> !alice.find(orderNo).json().path("settling").booleanValue());
        Answer payment = alice.paid("k", orderNo);

        assertThat(payment.status()).isEqualTo(409);
        assertThat(payment.text("code")).isEqualTo("order-cancelled");
        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(shop.refunds(orderNo))
                .singleElement()
                .satisfies(refund -> assertThat(refund.amountCents()).isEqualTo(6_800));
        Answer order = alice.find(orderNo);
        assertThat(order.text("status")).isEqualTo("CANCELLED");
        assertThat(order.json().path("paid").decimalValue()).isEqualByComparingTo("68.00");
        assertThat(order.json().path("refunded").decimalValue()).isEqualByComparingTo("68.00");
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before);
    }
}
