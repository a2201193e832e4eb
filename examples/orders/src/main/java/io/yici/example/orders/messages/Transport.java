package io.yici.example.orders.messages;

/** How messages leave the outbox. */
public enum Transport {
    /** Into the inboxes of fulfilment in this process, on the same tables; no broker is needed. */
    LOCAL("orders"),
    /** To a topic of Apache Kafka. */
    KAFKA("orders"),
    /** To an exchange of RabbitMQ, which gives every message to every queue bound to it. */
    RABBITMQ("orders/"),
    /** To a topic of Apache RocketMQ. */
    ROCKETMQ("orders");

    private final String destination;

    Transport(String destination) {
        this.destination = destination;
    }

    /** Where messages about orders go, as this transport spells it. */
    String destination() {
        return destination;
    }
}
