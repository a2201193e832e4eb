package io.yici.spring.kafka;

import io.yici.spring.service.Redelivery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.KafkaException.Level;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.ExceptionClassifier;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.TopicPartitionOffset;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Has a record delivered again, after a growing pause and for as long as it takes, when another delivery of it is being
 * handled or the database is away; leaves every other failure to the application's handler, with its own count.
 */
final class GuardedErrorHandler implements CommonErrorHandler {
    /** The pauses keep the consumer's thread, so the longest stays far below max.poll.interval.ms (5 minutes). */
    private static final long FIRST_PAUSE = 100;

    private static final long LONGEST_PAUSE = 5_000;

    private final CommonErrorHandler application;
    private final DefaultErrorHandler later;

    private GuardedErrorHandler(CommonErrorHandler application) {
        this.application = application;
        ExponentialBackOff pauses = new ExponentialBackOff(FIRST_PAUSE, 2);
        pauses.setMaxInterval(LONGEST_PAUSE);
        this.later = new DefaultErrorHandler(pauses);
        later.setClassifications(Map.of(), true);
        later.setLogLevel(Level.DEBUG);
    }

    /** Before the handler of the application, or before spring-kafka's default one. */
    @SuppressWarnings("unchecked") // an array of classes
    static GuardedErrorHandler before(@Nullable CommonErrorHandler application) {
        CommonErrorHandler handler = application == null ? new DefaultErrorHandler() : application;
        if (handler instanceof ExceptionClassifier classifier) {
            classifier.addNotRetryableExceptions(Redelivery.finalOnes().toArray(Class[]::new));
        }
        return new GuardedErrorHandler(handler);
    }

    private CommonErrorHandler of(Exception thrown) {
        return Redelivery.after(thrown) == Redelivery.LATER ? later : application;
    }

    @Override
    public boolean seeksAfterHandling() {
        return true;
    }

    @Override
    public void handleRemaining(
            Exception thrown,
            List<ConsumerRecord<?, ?>> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container) {
        of(thrown).handleRemaining(thrown, records, consumer, container);
    }

    @Override
    public void handleOtherException(
            Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        application.handleOtherException(thrown, consumer, container, batchListener);
    }

    @Override
    public void handleBatch(
            Exception thrown,
            ConsumerRecords<?, ?> data,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        application.handleBatch(thrown, data, consumer, container, invokeListener);
    }

    @Override
    public boolean deliveryAttemptHeader() {
        return application.deliveryAttemptHeader();
    }

    @Override
    public int deliveryAttempt(TopicPartitionOffset position) {
        return application.deliveryAttempt(position);
    }

    @Override
    public boolean isAckAfterHandle() {
        return application.isAckAfterHandle();
    }

    @Override
    public void setAckAfterHandle(boolean ack) {
        application.setAckAfterHandle(ack);
    }

    @Override
    public void clearThreadState() {
        application.clearThreadState();
        later.clearThreadState();
    }

    @Override
    public void onPartitionsAssigned(
            Consumer<?, ?> consumer, Collection<TopicPartition> partitions, Runnable publishPause) {
        application.onPartitionsAssigned(consumer, partitions, publishPause);
    }
}
