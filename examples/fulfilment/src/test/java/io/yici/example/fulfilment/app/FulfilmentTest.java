package io.yici.example.fulfilment.app;

import static io.yici.example.fulfilment.app.RunningFulfilment.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Shipments and points, as a service of its own behind each broker. */
class FulfilmentTest {
    private final String buyer = "b" + UUID.randomUUID().toString().substring(0, 8);

    /** B43: whatever the broker calls the copies, it is one event; two events of one order are two. */
    @ParameterizedTest
    @EnumSource(Broker.class)
    void orderSentThreeTimesIsShippedAndBookedOnceAndItsCancellationTakesBothBack(Broker broker) throws Exception {
        try (FreshDatabase database = fresh(broker, TestDatabase.POSTGRESQL);
                RunningFulfilment service = new RunningFulfilment(database, broker);
                Sending sending = new Sending(broker)) {
            String orderNo = orderNo();
            String other = orderNo();
            for (int copy = 0; copy < 3; copy++) {
                sending.placed("placed-" + orderNo, orderNo, buyer, 6_800);
            }
            sending.placed("placed-" + other, other, buyer, 12_850);
            until("both are shipped", () -> service.shipments(other, "OPEN") == 1);
            until("points are booked", () -> service.balance(buyer) == 68 + 128);

            sending.cancelled("cancelled-" + orderNo, orderNo, buyer, 6_800);
            sending.placed("placed-" + orderNo, orderNo, buyer, 6_800);
            sending.cancelled("cancelled-" + orderNo, orderNo, buyer, 6_800);
            String last = orderNo();
            sending.placed("placed-" + last, last, buyer, 100);
            until("the last one has come", () -> service.shipments(last, "OPEN") == 1);
            until("it is called off", () -> service.shipments(orderNo, "CANCELLED") == 1);
            until("points are taken back", () -> service.balance(buyer) == 128 + 1);

            assertThat(service.parked(orderNo)).isEmpty();
            assertThat(service.number("SELECT COUNT(*) FROM shipment WHERE buyer = '" + buyer + "'"))
                    .isEqualTo(3);
            assertThat(service.number("SELECT COUNT(*) FROM points_booking WHERE buyer = '" + buyer + "'"))
                    .isEqualTo(3);
        }
    }

    /** A message that makes no sense does not hold up the rest; those of its order wait behind it for a person. */
    @ParameterizedTest
    @EnumSource(Broker.class)
    void malformedEventIsParkedWithThoseOfItsOrderAndTheRestFlows(Broker broker) throws Exception {
        try (FreshDatabase database = fresh(broker, TestDatabase.MARIADB);
                RunningFulfilment service = new RunningFulfilment(database, broker);
                Sending sending = new Sending(broker)) {
            String poisoned = orderNo();
            String sound = orderNo();
            sending.send("poison-" + poisoned, poisoned, "order.placed", "{\"type\":\"order.placed\",\"orderNo\":");
            sending.placed("placed-" + poisoned, poisoned, buyer, 6_800);
            sending.placed("placed-" + sound, sound, buyer, 4_500);

            until("the rest flows", () -> service.shipments(sound, "OPEN") == 1 && service.balance(buyer) == 45);
            until("both wait in both groups", () -> service.parked(poisoned).length == 4);
            assertThat(service.parked(poisoned))
                    .filteredOn(each -> each.path("state").asString().equals("PARKED"))
                    .hasSize(2)
                    .allSatisfy(each -> {
                        assertThat(each.path("tries").intValue()).isEqualTo(3);
                        assertThat(each.path("content").asString()).endsWith("\"orderNo\":");
                    });
            assertThat(service.post("alice", "/api/operations/parked/1/drop", "{\"reason\":\"mine\"}"))
                    .isEqualTo(403);

            for (JsonNode each : service.parked(poisoned)) {
                if (each.path("state").asString().equals("PARKED")) {
                    String path = "/api/operations/parked/" + each.path("id").asString() + "/drop";
                    assertThat(service.post("operator", path, "{}")).isEqualTo(400);
                    assertThat(service.post("operator", path, "{\"reason\":\"torn in half\"}"))
                            .isEqualTo(204);
                    assertThat(service.post("operator", path, "{\"reason\":\"again\"}"))
                            .isEqualTo(404);
                }
            }
            assertThat(service.number("SELECT COUNT(*) FROM yici_audit WHERE action = 'drop' AND by_whom = 'operator'"
                            + " AND reason = 'torn in half'"))
                    .isEqualTo(2);
            until("those behind it follow", () -> service.shipments(poisoned, "OPEN") == 1);
            until("their points too", () -> service.balance(buyer) == 45 + 68);
            assertThat(service.parked(poisoned)).isEmpty();
        }
    }

    /** What could not be done is done once it can be, by an operator's word, and what waited for it after it. */
    @ParameterizedTest
    @EnumSource(Broker.class)
    void parkedEventIsResentOnceItsCauseIsMended(Broker broker) throws Exception {
        try (FreshDatabase database = fresh(broker, TestDatabase.POSTGRESQL);
                RunningFulfilment service = new RunningFulfilment(database, broker);
                Sending sending = new Sending(broker)) {
            String orderNo = orderNo();
            service.execute("ALTER TABLE shipment RENAME TO shipment_away");
            sending.placed("placed-" + orderNo, orderNo, buyer, 6_800);
            until("its points are booked", () -> service.balance(buyer) == 68);
            until("its shipment is parked", () -> service.parked(orderNo).length == 1);
            sending.cancelled("cancelled-" + orderNo, orderNo, buyer, 6_800);
            until("one waits for it", () -> service.parked(orderNo).length == 2);
            JsonNode parked = service.parked(orderNo)[0];
            assertThat(parked.path("operation").asString()).isEqualTo("shipment.create");
            assertThat(parked.path("state").asString()).isEqualTo("PARKED");
            assertThat(parked.path("reason").asString()).isNotBlank();
            assertThat(parked.path("waitingBehind").intValue()).isOne();
            String path = "/api/operations/parked/" + parked.path("id").asString() + "/resend";
            String behind = "/api/operations/parked/"
                    + service.parked(orderNo)[1].path("id").asString() + "/resend";
            assertThat(service.post("alice", path, "{\"reason\":\"mine\"}")).isEqualTo(403);
            assertThat(service.post("operator", behind, "{\"reason\":\"out of turn\"}"))
                    .isEqualTo(404);

            service.execute("ALTER TABLE shipment_away RENAME TO shipment");
            assertThat(service.post("operator", path, "{\"reason\":\"the table is there now\"}"))
                    .isEqualTo(204);

            until("both are done, in their order", () -> service.shipments(orderNo, "CANCELLED") == 1);
            until("nothing waits", () -> service.parked(orderNo).length == 0);
            assertThat(service.post("operator", path, "{\"reason\":\"again\"}")).isEqualTo(404);
            assertThat(service.number("SELECT COUNT(*) FROM yici_audit WHERE action = 'resend' AND by_whom = 'operator'"
                            + " AND operation = 'shipment.create' AND reason = 'the table is there now'"))
                    .isOne();
            assertThat(service.number("SELECT COUNT(*) FROM yici_audit")).isOne();
        }
    }

    /** Sent in the wrong order, which a broker may do whose queue has several readers. */
    @ParameterizedTest
    @EnumSource(Broker.class)
    void cancellationThatOvertakesItsOrderLeavesNothingToShip(Broker broker) throws Exception {
        try (FreshDatabase database = fresh(broker, TestDatabase.SQLITE);
                RunningFulfilment service = new RunningFulfilment(database, broker);
                Sending sending = new Sending(broker)) {
            String orderNo = orderNo();
            String sent = orderNo();
            sending.cancelled("cancelled-" + orderNo, orderNo, buyer, 6_800);
            sending.placed("placed-" + orderNo, orderNo, buyer, 6_800);
            sending.placed("placed-" + sent, sent, buyer, 4_500);
            until("the other is here", () -> service.shipments(sent, "OPEN") == 1 && service.balance(buyer) == 45);
            assertThat(service.post("operator", "/api/operations/shipments/" + sent + "/dispatch", ""))
                    .isEqualTo(204);
            assertThat(service.post("operator", "/api/operations/shipments/" + sent + "/dispatch", ""))
                    .isEqualTo(409);
            sending.cancelled("cancelled-" + sent, sent, buyer, 4_500);

            until("its points are taken back", () -> service.balance(buyer) == 0);
            until("the cancellation was called", () -> service.shipments(orderNo, "CANCELLED") == 1);
            assertThat(service.shipments(sent, "SHIPPED")).isEqualTo(1);
            assertThat(service.get("operator", "/api/operations/parked")).isEmpty();
        }
    }

    private static String orderNo() {
        return "T-" + UUID.randomUUID().toString().substring(0, 18);
    }

    private static FreshDatabase fresh(Broker broker, TestDatabase kind) {
        Optional<String> missing = kind.missing().or(broker::missing);
        if (missing.isPresent() && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(missing.get());
        }
        missing.ifPresent(Assumptions::abort);
        return kind.create("fulfilment");
    }
}
