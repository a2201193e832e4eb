package io.yici.example.fulfilment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Points for each order, taken back when it is cancelled. Adding to a balance is the very thing to do once. */
final class PointsBooking extends OrderHandler {
    private static final Logger log = LoggerFactory.getLogger(PointsBooking.class);

    private final Points points;

    PointsBooking(Points points, JsonMapper json) {
        super(json);
        this.points = points;
    }

    @Override
    void placed(OrderEvent event) {
        if (points.isTakenBack(event.orderNo())) {
            return;
        }
        points.book(event, event.points(), Points.BOOKED);
        points.add(event.buyer(), event.points());
        log.info("Order {}: {} points for {}", event.orderNo(), event.points(), event.buyer());
    }

    @Override
    void cancelled(OrderEvent event) {
        if (points.takeBack(event.orderNo())) {
            points.add(event.buyer(), -event.points());
            log.info("Order {}: {} points taken back", event.orderNo(), event.points());
        } else if (!points.isTakenBack(event.orderNo())) {
            points.book(event, 0, Points.TAKEN_BACK);
        }
    }
}
