package io.yici.example.orders.messages;

import io.yici.example.orders.Order;
import io.yici.outbox.Message;
import io.yici.outbox.Outbox;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells others of orders, inside the transaction that changes them: with it the message is written or not at all. Its
 * id follows from the key of the request, so however often that is repeated, it is one message. Those about one order
 * are delivered in their order.
 */
@Component
public class OrderMessages {
    private static final String PLACED = "order.placed";
    private static final String CANCELLED = "order.cancelled";

    private final Outbox outbox;
    private final JsonMapper json;
    private final String destination;

    OrderMessages(Outbox outbox, JsonMapper json, MessagesSettings settings) {
        this.outbox = outbox;
        this.json = json;
        this.destination = settings.transport().destination();
    }

    /** An order was placed. */
    public void placed(String buyer, Order order) {
        publish(OrderMessage.of(PLACED, buyer, order));
    }

    /** An order was cancelled, its stock returned. */
    public void cancelled(String buyer, Order order) {
        publish(OrderMessage.of(CANCELLED, buyer, order));
    }

    private void publish(OrderMessage told) {
        outbox.publish(Message.to(destination, json.writeValueAsBytes(told))
                .label(told.type())
                .orderedBy(told.orderNo())
                .header("type", told.type()));
    }
}
