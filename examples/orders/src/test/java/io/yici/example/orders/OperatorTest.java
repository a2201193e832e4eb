package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What waits for a person, and who that may be. */
class OperatorTest {
    private Shop shop;

    @BeforeEach
    void open() throws Exception {
        shop = Shop.open(TestDatabase.SQLITE, OperatorTest.class);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void onlyOperatorsSeeWhatWaits() {
        Answer buyers = shop.as("alice").get("/api/operations");

        assertThat(buyers.status()).isEqualTo(403);
        assertThat(buyers.text("code")).isEqualTo("forbidden");
        assertThat(shop.as("operator").get("/api/operations").json().size()).isZero();
    }

    @Test
    void contradictionWaitsForAPersonWhoConcludesIt() {
        Client alice = shop.as("alice");
        Client operator = shop.as("operator");
        String orderNo = alice.ordered("k", "TEA-1", 1);
        alice.pay("k", orderNo);
        String key = shop.charges(orderNo).get(0).key();
        String charge = shop.charges(orderNo).get(0).chargeId();
        new Courier(shop.service().port()).deliver(Courier.event("against", "charge.declined", key, charge, 6_800));
        assertThat(operator.get("/api/operations").json())
                .singleElement()
                .satisfies(waiting -> {
                    assertThat(waiting.path("key").asString()).isEqualTo(key);
                    assertThat(waiting.path("operation").asString()).isEqualTo("payment.charge");
                });
        String verdict = "{\"type\":\"charge.captured\",\"bookedAs\":\"" + charge
                + "\",\"amountCents\":6800,\"reason\":\"the gateway's books show it\"}";

        Answer concluded = operator.post("/api/operations/" + key + "/conclusion", "unused", verdict);

        assertThat(concluded.status()).isEqualTo(200);
        assertThat(concluded.text("settled")).isIn("ALREADY", "APPLIED");
        assertThat(operator.get("/api/operations").json().size()).isZero();
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
        assertThat(alice.post("/api/operations/" + key + "/conclusion", "unused", verdict)
                        .status())
                .isEqualTo(403);
    }
}
