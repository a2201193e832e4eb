package io.yici.spring.kafka;

import io.yici.inbox.Exhausted;
import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import io.yici.spring.service.Reception;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchAcknowledgingMessageListener;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Takes the batches of a container into an {@link Inbox}: set it into an ordinary container with
 * {@code AckMode.MANUAL}, byte array deserializers and {@code enable.auto.commit=false}.
 *
 * <p>What is done is acknowledged. From the first record that is not, everything is delivered again after the wait the
 * inbox asks for: up to a second on the consumer's thread, longer ones with the consumer paused, until the first poll
 * after it (the container's poll timeout, 5 seconds by default). What of it was done is then a duplicate. Nothing is
 * thrown to the container, whose error handler would go on behind a batch that failed for long. What this listener saw
 * before, and the first batch of each partition, may have been delivered before, and counts as suspect. Thread-safe.
 */
public final class KafkaInboxListener implements BatchAcknowledgingMessageListener<byte[], byte[]> {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaInboxListener.class);

    private static final byte[] NOTHING = {};

    /** A paused consumer would wait longer, for the end of a poll. */
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);

    private final Map<TopicPartition, Long> handed = new ConcurrentHashMap<>();
    private final Inbox inbox;
    private final @Nullable ConsumerRecordRecoverer deadLetters;

    /** For subscriptions that park what they give up. */
    public KafkaInboxListener(Inbox inbox) {
        this(inbox, null);
    }

    /**
     * For all subscriptions.
     *
     * @param deadLetters takes what a subscription gives up to {@link Exhausted#DEAD_LETTER}, for instance a
     *     {@code DeadLetterPublishingRecoverer}; when it throws, the record is delivered again
     */
    public KafkaInboxListener(Inbox inbox, @Nullable ConsumerRecordRecoverer deadLetters) {
        if (deadLetters == null && inbox.subscription().exhausted() == Exhausted.DEAD_LETTER) {
            throw new IllegalArgumentException("the subscription '"
                    + inbox.subscription().operation()
                    + "' gives up to dead letters, so name what takes them, or let it park");
        }
        this.inbox = inbox;
        this.deadLetters = deadLetters;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records, @Nullable Acknowledgment acknowledgment) {
        if (acknowledgment == null) {
            throw new IllegalStateException("the container must have AckMode.MANUAL, for this listener acknowledges");
        }
        List<Handled> handled = Reception.of(inbox, records, record -> received(record, mayHaveBeenDelivered(record)));
        records.forEach(record -> handed.merge(partition(record), record.offset(), Math::max));
        for (int i = 0; i < handled.size(); i++) {
            if (handled.get(i) instanceof Handled.Later later) {
                deliverAgain(acknowledgment, i, later.after());
                return;
            }
            if (handled.get(i) instanceof Handled.DeadLettered given && !handedOn(records.get(i), given)) {
                deliverAgain(acknowledgment, i, Reception.AFTER_TROUBLE);
                return;
            }
        }
        acknowledgment.acknowledge();
    }

    private boolean handedOn(ConsumerRecord<byte[], byte[]> record, Handled.DeadLettered given) {
        if (deadLetters == null) {
            return true;
        }
        try {
            deadLetters.accept(record, new IllegalStateException(given.reason()));
            return true;
        } catch (RuntimeException failed) {
            LOG.error(
                    "What {} gave up could not be handed on; it comes again",
                    inbox.subscription().operation(),
                    failed);
            return false;
        }
    }

    private static void deliverAgain(Acknowledgment acknowledgment, int from, Duration after) {
        if (after.compareTo(LONGEST_SLEEP) > 0) {
            acknowledgment.nack(from, after);
            return;
        }
        try {
            // At least a little, so that nothing turns in a hot loop.
            Thread.sleep(Math.max(1, after.toMillis()));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        acknowledgment.nack(from, Duration.ZERO);
    }

    private boolean mayHaveBeenDelivered(ConsumerRecord<?, ?> record) {
        Long highest = handed.get(partition(record));
        return highest == null || record.offset() <= highest;
    }

    private static TopicPartition partition(ConsumerRecord<?, ?> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private static Received received(ConsumerRecord<byte[], byte[]> record, boolean suspect) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            if (header.value() != null) {
                headers.put(header.key(), text(header.value()));
            }
        }
        return Received.of(record.topic(), record.value() == null ? NOTHING : record.value())
                .headers(headers)
                .orderedBy(record.key() == null ? null : text(record.key()))
                .sentAt(record.timestamp())
                .brokerId(record.partition() + "@" + record.offset())
                .suspect(suspect);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
