package io.yici.example.fulfilment.app;

import static io.yici.example.fulfilment.FulfilmentConfiguration.TOPIC;

import com.rabbitmq.client.ConnectionFactory;
import io.yici.inbox.Inbox;
import io.yici.messaging.kafka.KafkaInbox;
import io.yici.messaging.rabbitmq.RabbitInbox;
import io.yici.messaging.rocketmq.RocketInbox;
import java.net.URI;
import java.util.Map;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;

/** The brokers that can feed this service. Every group gets every message; within a group it goes to one process. */
enum Transport {
    /** Consumer groups named as the inboxes' groups, on the one topic. */
    KAFKA {
        @Override
        Reader reader(Inbox inbox, String address) {
            KafkaInbox reading = KafkaInbox.with(Map.of("bootstrap.servers", address), inbox, TOPIC);
            return new Reader(reading::start, reading);
        }
    },
    /** A queue for each group, behind the exchange of the topic's name; the order service declares them. */
    RABBITMQ {
        @Override
        Reader reader(Inbox inbox, String address) throws Exception {
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(URI.create(address));
            RabbitInbox reading = RabbitInbox.with(
                    factory, inbox, TOPIC + "." + inbox.subscription().group());
            return new Reader(reading::start, reading);
        }
    },
    /** As on Kafka. */
    ROCKETMQ {
        @Override
        Reader reader(Inbox inbox, String address) {
            DefaultMQPushConsumer consumer =
                    new DefaultMQPushConsumer(inbox.subscription().group());
            consumer.setNamesrvAddr(address);
            consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
            RocketInbox reading = RocketInbox.with(consumer, inbox, TOPIC);
            return new Reader(reading::start, reading);
        }
    };

    /** Reads the orders' messages into an inbox, once started. */
    abstract Reader reader(Inbox inbox, String address) throws Exception;

    /** What is begun, and how it is ended. */
    record Reader(Start start, AutoCloseable end) {}

    /** Begins. */
    interface Start {
        void run() throws Exception;
    }
}
