package io.yici.messaging.kafka;

import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.outbox.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Messages as Kafka's records, and back. */
final class KafkaRecords {
    private static final byte[] NOTHING = {};

    private KafkaRecords() {}

    static ProducerRecord<byte[], byte[]> of(StoredMessage message) {
        String orderingKey = message.orderingKey();
        ProducerRecord<byte[], byte[]> written = new ProducerRecord<>(
                message.destination(),
                bytes(orderingKey == null ? message.messageId() : orderingKey),
                message.payload());
        Headers headers = written.headers();
        message.headers().forEach((name, value) -> headers.add(name, bytes(value)));
        set(headers, MessageHeaders.MESSAGE_ID, message.messageId());
        set(headers, MessageHeaders.CONTENT_TYPE, message.contentType());
        if (orderingKey != null) {
            set(headers, MessageHeaders.ORDERING_KEY, orderingKey);
        }
        return written;
    }

    /** Ordered by the record's key, since that is what Kafka keeps in order; a tombstone has an empty payload. */
    static Received received(ConsumerRecord<byte[], byte[]> read, boolean suspect) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : read.headers()) {
            if (header.value() != null) {
                headers.put(header.key(), text(header.value()));
            }
        }
        return Received.of(read.topic(), read.value() == null ? NOTHING : read.value())
                .headers(headers)
                .orderedBy(read.key() == null ? null : text(read.key()))
                .sentAt(read.timestamp())
                .brokerId(read.partition() + "@" + read.offset())
                .suspect(suspect);
    }

    private static void set(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, bytes(value));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
