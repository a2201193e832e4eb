package io.yici.example.orders.pages;

import io.yici.example.fulfilment.FollowUps.FollowUp;
import io.yici.example.fulfilment.ShipmentStatus;
import io.yici.example.orders.Order;
import io.yici.example.orders.OrderStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its page shows it.
 *
 * @param order itself
 * @param product its name, in the language of the page
 * @param followUp shipment and points; null until they are there
 * @param followedHere whether they ever will be: another process may have them
 */
record ShownOrder(Order order, String product, @Nullable FollowUp followUp, boolean followedHere) {
    /** How long what follows may take to get here; an order that is older has none. */
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Where the shipment stands, or nothing. */
    public String shipment() {
        return followUp == null ? "" : followUp.shipment().name();
    }

    /** Points for it. */
    public long points() {
        return followUp == null ? 0 : followUp.points();
    }

    /** What was paid and not given back. */
    public BigDecimal left() {
        return order.paid().subtract(order.refunded());
    }

    /** Whether it can be paid or cancelled. */
    public boolean open() {
        return order.status() == OrderStatus.NEW || order.status() == OrderStatus.PAYING;
    }

    /** Whether money can be given back. */
    public boolean refundable() {
        return order.status() == OrderStatus.PAID && left().signum() > 0;
    }

    /** Whether something is under way that ends by itself, so that looking again soon is of use. */
    public boolean underWay() {
        return order.settling() || order.status() == OrderStatus.PAYING || isBehind();
    }

    /** Whether nothing will change any more, whoever does what. */
    public boolean settled() {
        if (underWay()) {
            return false;
        }
        return switch (order.status()) {
            case NEW, PAYING -> false;
            case PAID -> !followedHere || !shipment().equals(ShipmentStatus.OPEN.name());
            case CANCELLED -> true;
        };
    }

    private boolean isBehind() {
        if (!followedHere) {
            return false;
        }
        if (followUp == null) {
            return order.createdAt().plus(SOON).isAfter(Instant.now());
        }
        return order.status() == OrderStatus.CANCELLED && followUp.shipment() == ShipmentStatus.OPEN;
    }
}
