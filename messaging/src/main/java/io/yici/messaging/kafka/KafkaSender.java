package io.yici.messaging.kafka;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages of the outbox to Kafka, by an idempotent producer of its own that waits for all in-sync replicas.
 * Destination is the topic; the record's key is the ordering key, or else the message id; id, ordering key and content
 * type are headers.
 *
 * <p>A message that Kafka refuses for what it is (too large, a topic that cannot be, no right to the topic) is refused;
 * all else, a topic that does not exist included, counts as a broker that is not there. {@link #send} blocks at most
 * {@code max.block.ms}, 2 seconds unless set, when nothing is known of the topic. Thread-safe.
 */
public final class KafkaSender implements MessageSender {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSender.class);

    private final ProducerSettings settings;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private boolean closed;

    private KafkaSender(ProducerSettings settings) {
        this.settings = settings;
    }

    /**
     * With properties of Kafka's producer; {@code bootstrap.servers} at least. Unless said, {@code delivery.timeout.ms}
     * is 10 seconds.
     *
     * @throws IllegalArgumentException for properties under which messages could be lost, repeated or reordered unseen
     */
    public static KafkaSender with(Map<String, ?> properties) {
        return new KafkaSender(ProducerSettings.of(properties));
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        CompletableFuture<SendResult> result = new CompletableFuture<>();
        try {
            KafkaProducer<byte[], byte[]> used = producer();
            used.send(KafkaRecords.of(message), (metadata, failure) -> result.complete(resultOf(failure, used)));
        } catch (IllegalStateException e) {
            result.complete(new SendResult.Unreachable("the sender is closed"));
        } catch (KafkaException e) {
            result.complete(resultOf(e, null));
        }
        return result;
    }

    /** {@code delivery.timeout.ms}, and the time a send may block before. */
    @Override
    public Duration deliveryTimeout() {
        return settings.deliveryTimeout();
    }

    /** Waits for what is under way, at most {@link #deliveryTimeout()}. */
    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> last;
        synchronized (this) {
            closed = true;
            last = producer;
            producer = null;
        }
        if (last != null) {
            last.close(deliveryTimeout());
        }
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            open = new KafkaProducer<>(settings.properties(), new ByteArraySerializer(), new ByteArraySerializer());
            producer = open;
        }
        return open;
    }

    private SendResult resultOf(@Nullable Exception failure, @Nullable KafkaProducer<byte[], byte[]> used) {
        if (failure == null) {
            return new SendResult.Delivered();
        }
        String reason = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        if (Refusals.isOfTheMessage(failure)) {
            return new SendResult.Refused(reason);
        }
        if (!(failure instanceof RetriableException)) {
            renew(used, reason);
        }
        return new SendResult.Unreachable(reason);
    }

    /** An idempotent producer that has met a fatal error sends nothing any more. */
    private synchronized void renew(@Nullable KafkaProducer<byte[], byte[]> failed, String reason) {
        KafkaProducer<byte[], byte[]> current = producer;
        if (current == null || (failed != null && failed != current)) {
            return;
        }
        LOG.warn("Kafka's producer is replaced after {}", reason);
        producer = null;
        current.close(Duration.ZERO);
    }
}
