package io.yici.messaging.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where dead letters go: by Spring for Apache Kafka's convention the topic's name with a suffix, and headers that tell
 * where the record was and what was wrong with it. For one thread.
 */
final class DeadLetterTopic implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterTopic.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PREFIX = "kafka_dlt-";

    private final Map<String, Object> properties;
    private final String suffix;
    private final String group;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    DeadLetterTopic(Map<String, Object> properties, String suffix, String group) {
        this.properties = properties;
        this.suffix = suffix;
        this.group = group;
    }

    /** Whether all replicas in sync have it. */
    boolean took(ConsumerRecord<byte[], byte[]> dead, String reason) {
        try {
            producer().send(letter(dead, reason)).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            LOG.warn("A dead letter of {} could not be put aside; it is tried again", dead.topic(), e);
            close();
            return false;
        }
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }

    private ProducerRecord<byte[], byte[]> letter(ConsumerRecord<byte[], byte[]> dead, String reason) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(dead.topic() + suffix, null, dead.key(), dead.value(), dead.headers());
        Headers headers = letter.headers();
        headers.add(PREFIX + "original-topic", KafkaRecords.bytes(dead.topic()));
        headers.add(
                PREFIX + "original-partition",
                ByteBuffer.allocate(Integer.BYTES).putInt(dead.partition()).array());
        headers.add(
                PREFIX + "original-offset",
                ByteBuffer.allocate(Long.BYTES).putLong(dead.offset()).array());
        headers.add(
                PREFIX + "original-timestamp",
                ByteBuffer.allocate(Long.BYTES).putLong(dead.timestamp()).array());
        headers.add(PREFIX + "original-consumer-group", KafkaRecords.bytes(group));
        headers.add(PREFIX + "exception-message", KafkaRecords.bytes(reason));
        return letter;
    }

    private KafkaProducer<byte[], byte[]> producer() {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            open = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
            producer = open;
        }
        return open;
    }
}
