package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What waits for a person, and who that may be. */
class OperatorTest {
    private Shop shop;

    @BeforeEach
    void open() throws Exception {
        shop = Shop.patient(TestDatabase.SQLITE, OperatorTest.class);
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
    void contradictionWaitsForAPersonWhoClosesIt() {
        Client alice = shop.as("alice");
        Client operator = shop.as("operator");
        String orderNo = alice.ordered("k", "TEA-1", 1);
        alice.paid("k", orderNo);
        String key = shop.charges(orderNo).get(0).key();
        String charge = shop.charges(orderNo).get(0).chargeId();
        new Courier(shop.service().port()).deliver(Courier.event("against", "charge.declined", key, charge, 6_800));
        assertThat(operator.get("/api/operations").json()).singleElement().satisfies(waiting -> {
            assertThat(waiting.path("key").asString()).isEqualTo(key);
            assertThat(waiting.path("operation").asString()).isEqualTo("payment.charge");
        });
        String path = "/api/operations/" + key + "/closing";
        String reason = "{\"reason\":\"the gateway's books show that it was captured\"}";

        assertThat(alice.postTo(path, "unused", reason).status()).isEqualTo(403);
        assertThat(operator.postTo(path, "unused", "{}").status()).isEqualTo(400);
        assertThat(operator.postTo(path, "unused", reason).status()).isEqualTo(204);
        assertThat(operator.postTo(path, "unused", reason).status()).isEqualTo(404);

        assertThat(operator.get("/api/operations").json().size()).isZero();
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
    }

    /** The gateway is gone for good, its books are read by a person. */
    @Test
    void personConcludesWhatTheGatewayDoesNotTell() {
        Client alice = shop.as("alice");
        String orderNo = alice.ordered("k", "TEA-1", 1);
        shop.gateway().set(Switches.off().with(Fault.ERROR_500_BEFORE, 1));
        assertThat(alice.pay("k", orderNo).status()).isEqualTo(503);
        String payment =
                alice.get("/api/orders/" + orderNo + "/payments").json().get(0).toString();
        assertThat(payment).contains("SETTLING");
        String key = stepKey();
        String verdict = "{\"type\":\"charge.captured\",\"bookedAs\":\"by-hand\",\"amountCents\":6800,"
                + "\"reason\":\"seen on their statement\"}";

        for (String slip : List.of(verdict.replace("6800", "680"), verdict.replace("charge.captured", "refund.done"))) {
            Answer refused = shop.as("operator").postTo("/api/operations/" + key + "/conclusion", "unused", slip);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("conclusion-refused");
            assertThat(alice.find(orderNo).text("status")).isEqualTo("PAYING");
        }

        Answer concluded = shop.as("operator").postTo("/api/operations/" + key + "/conclusion", "unused", verdict);

        assertThat(concluded.status()).isEqualTo(200);
        assertThat(concluded.text("settled")).isEqualTo("APPLIED");
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
        assertThat(alice.paid("k", orderNo).status()).isEqualTo(201);
    }

    private String stepKey() {
        try (Connection connection = shop.database().unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT step_key FROM yici_step")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
