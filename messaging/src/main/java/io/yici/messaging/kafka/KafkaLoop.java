package io.yici.messaging.kafka;

import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import io.yici.messaging.internal.Reading;
import io.yici.messaging.internal.Reception;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls, has the inbox handle what came, and commits; on one thread, until told to end. */
final class KafkaLoop implements Reading.Loop {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaLoop.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final Inbox inbox;
    private final List<String> topics;
    private final DeadLetterTopic deadLetters;
    private final Positions positions;
    private final CountDownLatch ended = new CountDownLatch(1);

    KafkaLoop(
            Consumer<byte[], byte[]> consumer,
            Inbox inbox,
            List<String> topics,
            DeadLetterTopic deadLetters,
            int mostPerPoll) {
        this.consumer = consumer;
        this.inbox = inbox;
        this.topics = topics;
        this.deadLetters = deadLetters;
        this.positions = new Positions(consumer, mostPerPoll);
    }

    @Override
    public void end() {
        ended.countDown();
    }

    @Override
    public void run() {
        try (consumer;
                deadLetters) {
            consumer.subscribe(topics, positions);
            while (ended.getCount() > 0) {
                round();
            }
            positions.commit();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException e) {
            LOG.warn("Kafka could not be left in order; what was not committed comes again as duplicates", e);
        }
    }

    private void round() throws InterruptedException {
        try {
            positions.resumeDue();
            handle(consumer.poll(POLL));
            positions.commit();
        } catch (org.apache.kafka.common.errors.InterruptException e) {
            throw new InterruptedException();
        } catch (KafkaException e) {
            LOG.warn("Reading {} failed; it is tried again", topics, e);
            ended.await(Reception.AFTER_TROUBLE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void handle(ConsumerRecords<byte[], byte[]> read) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        List<Received> messages = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> each : read) {
            records.add(each);
            messages.add(KafkaRecords.received(each, positions.suspect(each)));
        }
        if (messages.isEmpty()) {
            return;
        }
        List<Handled> handled = Reception.of(inbox, messages);
        for (int i = 0; i < handled.size(); i++) {
            settle(records.get(i), handled.get(i));
        }
    }

    /** In the order of the partition: nothing is committed past the first that is not done. */
    private void settle(ConsumerRecord<byte[], byte[]> record, Handled handled) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (positions.isHeld(partition)) {
            return;
        }
        if (handled instanceof Handled.Later later) {
            positions.hold(partition, record.offset(), later.after());
        } else if (handled instanceof Handled.DeadLettered dead && !deadLetters.took(record, dead.reason())) {
            positions.hold(partition, record.offset(), Reception.AFTER_TROUBLE);
        } else {
            positions.done(partition, record);
        }
    }
}
