package io.yici.messaging.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a consumer stands in its partitions: what is done and to be committed, what is held until later, and what a
 * former owner may have had. For the consumer's thread, on which Kafka tells of rebalances too.
 */
final class Positions implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(Positions.class);
    private static final Duration COMMIT = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final int mostPerPoll;
    private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
    private final Map<TopicPartition, Long> heldUntil = new HashMap<>();
    private final Map<TopicPartition, Integer> suspects = new HashMap<>();

    Positions(Consumer<byte[], byte[]> consumer, int mostPerPoll) {
        this.consumer = consumer;
        this.mostPerPoll = mostPerPoll;
    }

    /** Whether a former owner may have handled it without committing: it had at most what one poll brings. */
    boolean suspect(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        int left = suspects.getOrDefault(partition, 0);
        if (left > 0) {
            suspects.put(partition, left - 1);
        }
        return left > 0;
    }

    void done(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
        uncommitted.put(partition, new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), ""));
    }

    boolean isHeld(TopicPartition partition) {
        return heldUntil.containsKey(partition);
    }

    /** Reads the partition on from that offset, once the time has passed. */
    void hold(TopicPartition partition, long offset, Duration time) {
        heldUntil.put(partition, System.nanoTime() + time.toNanos());
        consumer.pause(List.of(partition));
        consumer.seek(partition, offset);
    }

    void resumeDue() {
        long now = System.nanoTime();
        List<TopicPartition> due = heldUntil.entrySet().stream()
                .filter(held -> held.getValue() - now <= 0)
                .map(Map.Entry::getKey)
                .toList();
        consumer.resume(due);
        due.forEach(heldUntil::remove);
    }

    /** Commits what is done; what cannot be committed now stays for the next time. */
    void commit() {
        if (uncommitted.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(Map.copyOf(uncommitted), COMMIT);
            uncommitted.clear();
        } catch (RebalanceInProgressException | RetriableException e) {
            LOG.info("Offsets are not committed yet: {}", e.toString());
        } catch (CommitFailedException e) {
            LOG.warn("The partitions have gone to others before the offsets were committed; they meet duplicates");
            uncommitted.clear();
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> suspects.put(partition, mostPerPoll));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        try {
            commit();
        } catch (KafkaException e) {
            LOG.warn("Offsets could not be committed before partitions were given away; others meet duplicates", e);
        }
        onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> {
            uncommitted.remove(partition);
            heldUntil.remove(partition);
            suspects.remove(partition);
        });
    }
}
