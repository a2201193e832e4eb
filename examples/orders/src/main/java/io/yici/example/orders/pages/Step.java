package io.yici.example.orders.pages;

import io.yici.example.fulfilment.ShipmentStatus;
import io.yici.example.orders.Order;
import io.yici.example.orders.OrderStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * One step of an order's way.
 *
 * @param name ordered, paid, shipped or points
 * @param state done, waiting, off (it will not come), or elsewhere (another service tells)
 * @param current whether the order stands here
 */
record Step(String name, String state, boolean current) {
    /** The whole way, in the order in which it is gone. */
    static List<Step> of(ShownOrder shown) {
        List<Step> way = new ArrayList<>();
        way.add(new Step("ordered", "done", false));
        // Booked for ordering, a moment later.
        way.add(new Step("points", points(shown), false));
        way.add(new Step("paid", paid(shown.order()), false));
        way.add(new Step("shipped", shipped(shown), false));
        for (int index = 0; index < way.size(); index++) {
            Step step = way.get(index);
            if (step.state().equals("waiting")) {
                way.set(index, new Step(step.name(), step.state(), true));
                break;
            }
        }
        return List.copyOf(way);
    }

    private static String paid(Order order) {
        if (order.status() == OrderStatus.PAID || order.paid().signum() > 0) {
            return "done";
        }
        return waitingUnlessCancelled(order);
    }

    private static String shipped(ShownOrder shown) {
        if (!shown.followedHere()) {
            return "elsewhere";
        }
        if (shown.shipment().equals(ShipmentStatus.SHIPPED.name())) {
            return "done";
        }
        return shown.shipment().equals(ShipmentStatus.CANCELLED.name()) ? "off" : waitingUnlessCancelled(shown.order());
    }

    private static String points(ShownOrder shown) {
        if (!shown.followedHere()) {
            return "elsewhere";
        }
        return shown.points() > 0 ? "done" : waitingUnlessCancelled(shown.order());
    }

    private static String waitingUnlessCancelled(Order order) {
        return order.status() == OrderStatus.CANCELLED ? "off" : "waiting";
    }
}
