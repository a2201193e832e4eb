package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Envelope;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.outbox.StoredMessage;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

/** Messages as RabbitMQ's, and back. */
final class RabbitMessages {
    private static final int PERSISTENT = 2;

    private RabbitMessages() {}

    static BasicProperties properties(StoredMessage message) {
        Map<String, Object> headers = new HashMap<>(message.headers());
        headers.put(MessageHeaders.MESSAGE_ID, message.messageId());
        if (message.orderingKey() != null) {
            headers.put(MessageHeaders.ORDERING_KEY, message.orderingKey());
        }
        return new BasicProperties.Builder()
                .deliveryMode(PERSISTENT)
                .messageId(message.messageId())
                .contentType(message.contentType())
                .timestamp(new Date())
                .headers(headers)
                .build();
    }

    static Received received(String queue, Envelope envelope, BasicProperties properties, byte[] body) {
        Map<String, String> headers = new HashMap<>();
        if (properties.getHeaders() != null) {
            properties.getHeaders().forEach((name, value) -> headers.put(name, String.valueOf(value)));
        }
        putIfKnown(headers, MessageHeaders.MESSAGE_ID, properties.getMessageId());
        putIfKnown(headers, MessageHeaders.CONTENT_TYPE, properties.getContentType());
        return Received.of(queue, body)
                .headers(headers)
                .orderedBy(headers.get(MessageHeaders.ORDERING_KEY))
                .sentAt(
                        properties.getTimestamp() == null
                                ? -1
                                : properties.getTimestamp().getTime())
                .brokerId(envelope.getExchange() + "/" + envelope.getRoutingKey() + "#" + envelope.getDeliveryTag())
                .suspect(envelope.isRedeliver());
    }

    @SuppressWarnings("NullAway") // properties are null where the sender said nothing
    private static void putIfKnown(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.putIfAbsent(name, value);
        }
    }
}
