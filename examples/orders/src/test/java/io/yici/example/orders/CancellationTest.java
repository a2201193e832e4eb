package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
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

    /** The gateway does not know the charge that it told of: the money is not kept in silence. */
    @Test
    void refundOfACancelledOrderThatTheGatewayRefusesStaysOpen() throws Exception {
        String orderNo = alice.ordered("k", "TEA-1", 1);
        shop.gateway().set(Switches.off().with(Fault.LOSE, 1));
        assertThat(alice.pay("k", orderNo).status()).isEqualTo(503);
        assertThat(alice.cancel("k", orderNo).text("status")).isEqualTo("CANCELLED");
        shop.gateway().set(Switches.off());
        String charge = texts("SELECT step_key FROM yici_step WHERE operation = 'payment.charge'")
                .get(0);
        Answer told = new Courier(shop.service().port())
                .deliver(Courier.event("e", "charge.captured", charge, "ch-nobody-knows", 6_800));
        assertThat(told.status()).isEqualTo(204);

        Shop.until(
                "the gateway has refused",
                () -> texts("SELECT step_key FROM yici_step"
                                        + " WHERE operation = 'payment.give-back' AND state = 'failed'")
                                .size()
                        > 0);

        assertThat(texts("SELECT status FROM refund")).containsExactly("SETTLING");
        assertThat(texts("SELECT state FROM yici_step WHERE operation = 'payment.give-back' AND generation = 2"))
                .containsExactly("intended");
        assertThat(alice.find(orderNo).json().path("settling").booleanValue()).isTrue();
        assertThat(alice.refund("k-own", orderNo, "68.00").text("code")).isEqualTo("refund-too-much");
    }

    private List<String> texts(String query) {
        List<String> texts = new ArrayList<>();
        try (Connection connection = shop.database().unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
        return texts;
    }
}
