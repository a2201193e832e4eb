package io.yici.messaging;

import io.yici.inbox.Inbox;
import io.yici.messaging.rocketmq.RocketInbox;
import io.yici.messaging.rocketmq.RocketSender;
import io.yici.outbox.MessageSender;
import io.yici.test.MessageSenderContract.Arrival;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
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

    @Override
    public List<Arrival> arrived(String place) throws Exception {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer(Wire.fresh("readers"));
        consumer.setNamesrvAddr(address);
        consumer.setInstanceName(Wire.fresh("reader"));
        consumer.setAutoCommit(false);
        consumer.start();
        try {
            List<Arrival> found = new ArrayList<>();
            Collection<MessageQueue> queues = consumer.fetchMessageQueues(place);
            for (MessageQueue queue : queues) {
                consumer.assign(List.of(queue));
                consumer.seekToBegin(queue);
                read(consumer, found);
            }
            return found;
        } finally {
            consumer.shutdown();
        }
    }

    /** Until nothing has come for a second. */
    private static void read(DefaultLitePullConsumer consumer, List<Arrival> found) {
        for (List<MessageExt> read = consumer.poll(1_000); !read.isEmpty(); read = consumer.poll(1_000)) {
            for (MessageExt each : read) {
                found.add(new Arrival(
                        each.getKeys(),
                        each.getProperty("yici-ordering-key"),
                        each.getProperty("content-type"),
                        each.getProperties(),
                        each.getBody()));
            }
        }
    }
}
