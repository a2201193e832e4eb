package io.yici.messaging.rocketmq;

import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.outbox.StoredMessage;
import java.util.HashMap;
import java.util.Map;
import org.apache.rocketmq.client.Validators;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;

/** Messages as RocketMQ's, and back. */
final class RocketMessages {
    private RocketMessages() {}

    /** @throws IllegalArgumentException for what RocketMQ cannot hold */
    static Message of(StoredMessage message) {
        try {
            Validators.checkTopic(message.destination());
        } catch (MQClientException e) {
            throw new IllegalArgumentException(e.getErrorMessage(), e);
        }
        if (message.payload().length == 0) {
            throw new IllegalArgumentException("RocketMQ has no messages without a payload");
        }
        Message sent = new Message(message.destination(), message.payload());
        sent.setKeys(message.messageId());
        message.headers().forEach((name, value) -> put(sent, name, value));
        put(sent, MessageHeaders.MESSAGE_ID, message.messageId());
        put(sent, MessageHeaders.CONTENT_TYPE, message.contentType());
        if (message.orderingKey() != null) {
            put(sent, MessageHeaders.ORDERING_KEY, message.orderingKey());
        }
        return sent;
    }

    static Received received(MessageExt read, boolean suspect) {
        Map<String, String> headers = new HashMap<>();
        read.getProperties().forEach((name, value) -> {
            if (!MessageConst.STRING_HASH_SET.contains(name)) {
                headers.put(name, value);
            }
        });
        if (read.getKeys() != null) {
            headers.putIfAbsent(MessageHeaders.MESSAGE_ID, read.getKeys());
        }
        return Received.of(read.getTopic(), read.getBody())
                .headers(headers)
                .orderedBy(headers.get(MessageHeaders.ORDERING_KEY))
                .sentAt(read.getBornTimestamp())
                .brokerId(read.getMsgId())
                .suspect(suspect);
    }

    private static void put(Message sent, String name, String value) {
        if (name.isBlank() || MessageConst.STRING_HASH_SET.contains(name)) {
            throw new IllegalArgumentException("header '" + name + "' is RocketMQ's own");
        }
        if (holdsSeparator(name) || holdsSeparator(value)) {
            throw new IllegalArgumentException("header '" + name + "' holds a character that separates headers");
        }
        if (!value.isBlank()) {
            sent.putUserProperty(name, value);
        }
    }

    private static boolean holdsSeparator(String text) {
        return text.indexOf('\u0001') >= 0 || text.indexOf('\u0002') >= 0;
    }
}
