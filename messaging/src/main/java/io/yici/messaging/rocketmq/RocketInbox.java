package io.yici.messaging.rocketmq;

import io.yici.inbox.Inbox;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.exception.MQClientException;

/**
 * Reads topics into an {@link Inbox}, by a push consumer of RocketMQ: queue by queue in order, or {@link #unordered()}.
 * A message that is to come later suspends its queue until then; an unordered one goes back to the broker, which
 * delivers it after the delay level that is long enough. RocketMQ's own count of tries ends nothing: the subscription's
 * does.
 *
 * <p>Dead letters are sent back with the level for {@code %DLQ%group}, RocketMQ's own place for them, before they are
 * acknowledged. The consumer's group is the consumer's; name it like the subscription's.
 */
public final class RocketInbox implements AutoCloseable {
    private static final int PERSIST_MILLIS = 1_000;

    private final DefaultMQPushConsumer consumer;
    private final RocketHandling handling;
    private final String[] topics;
    private final boolean ordered;
    private boolean running;

    private RocketInbox(DefaultMQPushConsumer consumer, RocketHandling handling, String[] topics, boolean ordered) {
        this.consumer = consumer;
        this.handling = handling;
        this.topics = topics;
        this.ordered = ordered;
    }

    /** By a consumer that is set up and not started, nor subscribed; it is this inbox's from now on. */
    public static RocketInbox with(DefaultMQPushConsumer consumer, Inbox inbox, String... topics) {
        if (topics.length == 0) {
            throw new IllegalArgumentException("topics must not be empty");
        }
        return new RocketInbox(consumer, new RocketHandling(consumer, inbox), topics.clone(), true);
    }

    /** For a subscription without order: more at once, and no message holds up its queue. */
    public RocketInbox unordered() {
        return new RocketInbox(consumer, handling, topics, false);
    }

    /**
     * Subscribes and starts the consumer.
     *
     * @throws MQClientException RocketMQ's client refuses its settings, or knows another consumer of this name
     */
    public synchronized void start() throws MQClientException {
        if (running) {
            throw new IllegalStateException("started already");
        }
        for (String topic : topics) {
            consumer.subscribe(topic, "*");
        }
        consumer.setMaxReconsumeTimes(Integer.MAX_VALUE);
        consumer.setPersistConsumerOffsetInterval(PERSIST_MILLIS);
        consumer.setMessageQueueListener(handling);
        if (ordered) {
            consumer.registerMessageListener((MessageListenerOrderly) handling::inOrder);
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) handling::atOnce);
        }
        consumer.start();
        running = true;
    }

    /** Whether it was started and not closed. */
    public synchronized boolean isRunning() {
        return running;
    }

    /** Ends the consumer, after what is being handled as far as {@code awaitTerminationMillisWhenShutdown} lets it. */
    @Override
    public synchronized void close() {
        if (running) {
            running = false;
            consumer.shutdown();
        }
    }
}
