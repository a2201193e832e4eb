package io.yici.example.fulfilment;

import java.util.Optional;

/** What follows from an order, told where both run in one process; elsewhere ask over HTTP. Read-only, thread-safe. */
public final class FollowUps {
    private final Shipments shipments;
    private final Points points;

    FollowUps(Shipments shipments, Points points) {
        this.shipments = shipments;
        this.points = points;
    }

    /** Of one of this buyer's latest hundred orders; empty until the message about it has come. */
    public Optional<FollowUp> of(String buyer, String orderNo) {
        return shipments.latestOf(buyer).stream()
                .filter(shipment -> shipment.orderNo().equals(orderNo))
                .findFirst()
                .map(shipment -> new FollowUp(shipment.status(), pointsFor(buyer, orderNo)));
    }

    private long pointsFor(String buyer, String orderNo) {
        return points.latestOf(buyer).stream()
                .filter(booking -> booking.orderNo().equals(orderNo) && !booking.takenBack())
                .mapToLong(Points.Booking::points)
                .sum();
    }

    /**
     * What there is for one order.
     *
     * @param shipment where its shipment stands
     * @param points what the buyer has for it; none before they are booked, and after they were taken back
     */
    public record FollowUp(ShipmentStatus shipment, long points) {}
}
