package io.yici.example.fulfilment;

import io.yici.inbox.MessageHandler;
import io.yici.inbox.Received;
import tools.jackson.databind.json.JsonMapper;

/**
 * Does what follows from an order's messages, in the transaction in which Yici records each as handled. A message that
 * cannot be read fails like any other, and is parked after its tries, for a person to look at.
 */
abstract class OrderHandler implements MessageHandler {
    private final JsonMapper json;

    OrderHandler(JsonMapper json) {
        this.json = json;
    }

    @Override
    public final void handle(Received message) {
        OrderEvent event = json.readValue(message.payload(), OrderEvent.class);
        switch (event.type()) {
            case OrderEvent.PLACED -> placed(event);
            case OrderEvent.CANCELLED -> cancelled(event);
            default -> throw new IllegalArgumentException("nothing is known of events of type " + event.type());
        }
    }

    /** Also when the order's cancellation has overtaken it. */
    abstract void placed(OrderEvent event);

    /** Also when nothing was heard of the order before, as of those that are older than this service. */
    abstract void cancelled(OrderEvent event);
}
