package io.yici.messaging;

import io.yici.inbox.Inbox;
import io.yici.messaging.rocketmq.RocketInbox;
import io.yici.messaging.rocketmq.RocketSender;
import io.yici.outbox.MessageSender;
import io.yici.test.MessageSenderContract.Arrival;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.consumer.PullStatus;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/** RocketMQ. */
record RocketWire(String address) implements Wire {
    private static final int POLL_MILLIS = 500;

    @Override
    public String place() throws Exception {
        String name = Wire.fresh("points");
        DefaultMQProducer producer = producer();
        producer.start();
        try {
            producer.createTopic("TBW102", name, 4, Map.of());
            Await.until("route of " + name, () -> routed(producer, name));
        } finally {
            producer.shutdown();
        }
        return name;
    }

    private static boolean routed(DefaultMQProducer producer, String topic) {
        try {
            return !producer.fetchPublishMessageQueues(topic).isEmpty();
        } catch (org.apache.rocketmq.client.exception.MQClientException e) {
            return false;
        }
    }

    @Override
    public MessageSender sender() {
        return RocketSender.with(producer());
    }

    private DefaultMQProducer producer() {
        DefaultMQProducer producer = new DefaultMQProducer(Wire.fresh("producers"));
        producer.setNamesrvAddr(address);
        producer.setInstanceName(Wire.fresh("producer"));
        producer.setPollNameServerInterval(POLL_MILLIS);
        return producer;
    }

    @Override
    public RocketInbox consume(String place, Inbox inbox) throws Exception {
        RocketInbox started = RocketInbox.with(consumer(inbox.subscription().group()), inbox, place);
        started.start();
        return started;
    }

    @Override
    public RocketInbox consumeUnordered(String place, Inbox inbox) throws Exception {
        RocketInbox started = RocketInbox.with(consumer(inbox.subscription().group()), inbox, place)
                .unordered();
        started.start();
        return started;
    }

    DefaultMQPushConsumer consumer(String group) {
        DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
        consumer.setNamesrvAddr(address);
        consumer.setInstanceName(Wire.fresh("consumer"));
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setPollNameServerInterval(POLL_MILLIS);
        consumer.setHeartbeatBrokerInterval(1_000);
        return consumer;
    }

    @Override
    public String placeForAnotherGroup(String place) {
        return place;
    }

    @Override
    public List<String> deadLetters(String place, String group) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(Wire.fresh("dead"));
        consumer.setNamesrvAddr(address);
        consumer.setInstanceName(Wire.fresh("dead"));
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.subscribe("%DLQ%" + group, "*");
        consumer.start();
        try {
            List<String> found = new ArrayList<>();
            long deadline = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            while (found.isEmpty() && System.nanoTime() < deadline) {
                for (MessageExt each : consumer.poll(200)) {
                    found.add(new String(each.getBody(), StandardCharsets.UTF_8));
                }
            }
            return found;
        } finally {
            consumer.shutdown();
        }
    }

    /** Asks the broker itself, queue by queue, rather than a consumer that fetches in the background. */
    @Override
    @SuppressWarnings("deprecation") // the client that asks the broker has no other
    public List<Arrival> arrived(String place) throws Exception {
        DefaultMQPullConsumer consumer = new DefaultMQPullConsumer(Wire.fresh("readers"));
        consumer.setNamesrvAddr(address);
        consumer.setInstanceName(Wire.fresh("reader"));
        consumer.start();
        try {
            List<Arrival> found = new ArrayList<>();
            for (MessageQueue queue : consumer.fetchSubscribeMessageQueues(place)) {
                read(consumer, queue, found);
            }
            return found;
        } finally {
            consumer.shutdown();
        }
    }

    /** Until nothing new has been there for half a second: the broker lists a message a moment after it answered. */
    @SuppressWarnings("deprecation")
    private static void read(DefaultMQPullConsumer consumer, MessageQueue queue, List<Arrival> found) throws Exception {
        long offset = consumer.minOffset(queue);
        for (int quiet = 0; quiet < 10; quiet++) {
            while (offset < consumer.maxOffset(queue)) {
                PullResult read = consumer.pull(queue, "*", offset, 32);
                offset = read.getNextBeginOffset();
                if (read.getPullStatus() == PullStatus.FOUND) {
                    read.getMsgFoundList().forEach(each -> found.add(arrival(each)));
                }
                quiet = 0;
            }
            new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
        }
    }

    private static Arrival arrival(MessageExt message) {
        return new Arrival(
                message.getKeys(),
                message.getProperty("yici-ordering-key"),
                message.getProperty("content-type"),
                message.getProperties(),
                message.getBody());
    }
}
