package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What follows from an order in the embedded service, the same on each database: one shipment, one booking. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FollowUpContract {
    private final TestDatabase kind;
    private Shop shop;
    private FollowUps followUps;

    FollowUpContract(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeAll
    void open() throws Exception {
        shop = Shop.patient(kind, FollowUpContract.class);
        followUps = new FollowUps(shop.database());
    }

    @AfterAll
    void close() {
        shop.close();
    }

    @Test
    void hundredAtOnceAreOneOrderOneShipmentAndOneBooking() {
        Client bob = shop.as("bob");
        long before = followUps.balance("bob");

        List<Answer> answers = Crowd.hundredAtOnce(runner -> bob.order("hundred", "TEA-1", 2));

        Crowd.assertOneAnswer(answers, () -> bob.order("hundred", "TEA-1", 2));
        String orderNo = bob.order("hundred", "TEA-1", 2).text("orderNo");
        Shop.until(
                "it is shipped and booked",
                () -> followUps.shipments(orderNo, "OPEN") == 1 && followUps.balance("bob") == before + 136);
        assertAllAgrees();
        assertThat(bob.get("/api/shipments").json())
                .filteredOn(each -> each.path("orderNo").asString().equals(orderNo))
                .hasSize(1);
        assertThat(bob.get("/api/points").json().path("balance").longValue()).isEqualTo(before + 136);
    }

    @Test
    void cancellingTakesBothBackOnceHoweverOftenItIsAsked() {
        Client alice = shop.as("alice");
        String kept = alice.ordered("kept", "CUP-1", 1);
        String orderNo = alice.ordered("to be cancelled", "TEA-1", 3);

        for (String key : List.of("c1", "c1", "c2")) {
            assertThat(alice.cancel(key, orderNo).status()).isEqualTo(200);
        }

        Shop.until("it is called off", () -> followUps.shipments(orderNo, "CANCELLED") == 1);
        Shop.until("the other is shipped", () -> followUps.shipments(kept, "OPEN") == 1);
        assertAllAgrees();
    }

    @Test
    void whatWasNotDeliveredBeforeARestartIsAfterIt() {
        Client alice = shop.as("alice");
        String orderNo = alice.ordered("before the restart", "TEA-2", 1);

        shop.restart();

        Shop.until("it is shipped", () -> followUps.shipments(orderNo, "OPEN") == 1);
        assertThat(shop.as("alice").order("before the restart", "TEA-2", 1).replayed())
                .isTrue();
        assertAllAgrees();
    }

    /** B44: the message cannot be written, so the order is not either, and its key stays free for the next try. */
    @Test
    void orderWhoseMessageCannotBeWrittenIsNotWritten() {
        Client alice = shop.as("alice");
        long orders = followUps.number("SELECT COUNT(*) FROM orders");
        int stock = alice.stockOf("TEA-2");
        Shop.until("all is quiet", followUps::everythingHasArrived);
        Databases.execute(shop.database(), "ALTER TABLE yici_outbox RENAME TO yici_outbox_away");

        Answer failed = alice.order("no outbox", "TEA-2", 1);

        assertThat(failed.status()).isGreaterThanOrEqualTo(500);
        assertThat(followUps.number("SELECT COUNT(*) FROM orders")).isEqualTo(orders);
        assertThat(alice.stockOf("TEA-2")).isEqualTo(stock);

        Databases.execute(shop.database(), "ALTER TABLE yici_outbox_away RENAME TO yici_outbox");
        Answer again = Shop.untilFinal(() -> alice.order("no outbox", "TEA-2", 1));
        assertThat(again.replayed()).isFalse();
        Shop.until("it is shipped", () -> followUps.shipments(again.text("orderNo"), "OPEN") == 1);
        assertAllAgrees();
    }

    /** Parked messages and dead letters: nobody else sees them, and none is there. */
    @Test
    void whatWaitsIsForOperatorsAlone() {
        Client operator = shop.as("operator");
        String orderNo = shop.as("alice").ordered("poisoned", "TEA-1", 1);
        Shop.until("it is shipped", () -> followUps.shipments(orderNo, "OPEN") == 1);
        Shop.until("all is quiet", followUps::everythingHasArrived);

        assertThat(shop.as("alice").get("/api/operations/parked").status()).isEqualTo(403);
        assertThat(shop.as("alice").get("/api/operations/dead-letters").status())
                .isEqualTo(403);
        assertThat(operator.get("/api/operations/parked").json()).isEmpty();
        assertThat(operator.get("/api/operations/dead-letters").json()).isEmpty();
        String reason = "{\"reason\":\"looked at\"}";
        for (String path : List.of("parked/none/drop", "dead-letters/none/resend", "dead-letters/none/drop")) {
            assertThat(operator.postTo("/api/operations/" + path, "unused", reason)
                            .status())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    private void assertAllAgrees() {
        Shop.until("everything has arrived", followUps::everythingHasArrived);
        Shop.until("the books agree", followUps::agree);
    }
}
