package io.yici.example.orders.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.fulfilment.FollowUps.FollowUp;
import io.yici.example.fulfilment.ShipmentStatus;
import io.yici.example.orders.Money;
import io.yici.example.orders.Order;
import io.yici.example.orders.OrderStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where an order stands on its way, and whether looking again is of use. */
class ShownOrderTest {
    private static final Instant LONG_AGO = Instant.EPOCH;
    private static final FollowUp TO_BE_SHIPPED = new FollowUp(ShipmentStatus.OPEN, 68);

    @Test
    void orderIsAtTheFirstStepThatIsNotDone() {
        ShownOrder fresh = here(order(OrderStatus.NEW, 0, false, LONG_AGO), TO_BE_SHIPPED);
        ShownOrder paid = here(order(OrderStatus.PAID, 6800, false, LONG_AGO), TO_BE_SHIPPED);

        assertThat(Step.of(fresh)).filteredOn(Step::current).map(Step::name).containsExactly("paid");
        assertThat(Step.of(paid)).filteredOn(Step::current).map(Step::name).containsExactly("shipped");
        assertThat(Step.of(paid)).map(Step::state).containsExactly("done", "done", "done", "waiting");
    }

    @Test
    void cancelledOrderWaitsForNothing() {
        ShownOrder cancelled =
                here(order(OrderStatus.CANCELLED, 0, false, LONG_AGO), new FollowUp(ShipmentStatus.CANCELLED, 0));

        assertThat(Step.of(cancelled)).map(Step::state).containsExactly("done", "off", "off", "off");
        assertThat(Step.of(cancelled)).noneMatch(Step::current);
        assertThat(cancelled.settled()).isTrue();
    }

    @Test
    void whatAnotherProcessDoesIsNotWaitedFor() {
        ShownOrder paid = new ShownOrder(order(OrderStatus.PAID, 6800, false, Instant.now()), "tea", null, false);

        assertThat(Step.of(paid)).map(Step::state).containsExactly("done", "elsewhere", "done", "elsewhere");
        assertThat(paid.underWay()).isFalse();
        assertThat(paid.settled()).isTrue();
    }

    @Test
    void moneyOnItsWayAndWhatFollowsSoonAreUnderWay() {
        assertThat(here(order(OrderStatus.PAYING, 0, true, LONG_AGO), TO_BE_SHIPPED)
                        .underWay())
                .isTrue();
        assertThat(here(order(OrderStatus.PAID, 6800, true, LONG_AGO), TO_BE_SHIPPED)
                        .underWay())
                .isTrue();
        assertThat(here(order(OrderStatus.NEW, 0, false, Instant.now()), null).underWay())
                .isTrue();
        assertThat(here(order(OrderStatus.CANCELLED, 0, false, LONG_AGO), TO_BE_SHIPPED)
                        .underWay())
                .isTrue();
        assertThat(here(order(OrderStatus.NEW, 0, false, LONG_AGO), null).underWay())
                .isFalse();
    }

    @Test
    void orderThatCanStillChangeIsNotSettled() {
        assertThat(here(order(OrderStatus.NEW, 0, false, LONG_AGO), TO_BE_SHIPPED)
                        .settled())
                .isFalse();
        assertThat(here(order(OrderStatus.PAID, 6800, false, LONG_AGO), TO_BE_SHIPPED)
                        .settled())
                .isFalse();
        assertThat(here(order(OrderStatus.PAID, 6800, false, LONG_AGO), new FollowUp(ShipmentStatus.SHIPPED, 68))
                        .settled())
                .isTrue();
    }

    private static ShownOrder here(Order order, @Nullable FollowUp followUp) {
        return new ShownOrder(order, "tea", followUp, true);
    }

    private static Order order(OrderStatus status, long paidCents, boolean settling, Instant at) {
        return new Order(
                "20261130-0000000000",
                "TEA-1",
                1,
                Money.ofCents(6800),
                status,
                Money.ofCents(paidCents),
                Money.ofCents(0),
                settling,
                at);
    }
}
