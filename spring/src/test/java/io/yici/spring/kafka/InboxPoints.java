package io.yici.spring.kafka;

import io.yici.inbox.Exhausted;
import io.yici.inbox.Inbox;
import io.yici.inbox.LatePolicy;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.spring.Events;
import io.yici.spring.Inboxes;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/**
 * An application that takes batches of events into inboxes, from two topics: what is given up is parked, or handed on.
 */
@Configuration(proxyBeanMethods = false)
class InboxPoints {
    @Bean
    Subscription parking(Handler handler) {
        return subscription("points.book", handler).late(LatePolicy.PARK);
    }

    @Bean
    Subscription handing(Handler handler) {
        return subscription("points.hand", handler).exhausted(Exhausted.DEAD_LETTER);
    }

    private static Subscription subscription(String name, Handler handler) {
        return Subscription.named(name)
                .group("points")
                .key(message -> message.header("event-id"))
                .handledBy(handler::book)
                .tries(3)
                .retryAfter(Duration.ofMillis(5), Duration.ofMillis(20));
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> parkingContainer(
            Inboxes inboxes, @Value("${test.brokers}") String brokers, @Value("${test.topic}") String topic) {
        return container(brokers, topic + "-parking", new KafkaInboxListener(inboxes.of("points.book")));
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> handingContainer(
            Inboxes inboxes,
            GivenUp givenUp,
            @Value("${test.brokers}") String brokers,
            @Value("${test.topic}") String topic) {
        Inbox inbox = inboxes.of("points.hand");
        return container(brokers, topic + "-handing", new KafkaInboxListener(inbox, givenUp.recoverer()));
    }

    private static ConcurrentMessageListenerContainer<byte[], byte[]> container(
            String brokers, String topic, KafkaInboxListener listener) {
        ContainerProperties properties = new ContainerProperties(topic);
        properties.setGroupId("points-" + topic);
        properties.setAckMode(AckMode.MANUAL);
        properties.setMessageListener(listener);
        return new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                        ByteArrayDeserializer.class,
                        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                        ByteArrayDeserializer.class)),
                properties);
    }

    @Bean
    Handler handler(OrderTable rows, Ledger ledger) {
        return new Handler(rows, ledger);
    }

    @Bean
    GivenUp givenUp(Ledger ledger) {
        return new GivenUp(ledger);
    }

    @Bean
    Events events() {
        return new Events();
    }

    /** Takes over what a subscription gives up; the first time it cannot. */
    static final class GivenUp {
        private final List<String> values = new CopyOnWriteArrayList<>();
        private final Ledger ledger;

        GivenUp(Ledger ledger) {
            this.ledger = ledger;
        }

        ConsumerRecordRecoverer recoverer() {
            return (record, thrown) -> {
                String value = new String((byte[]) record.value(), StandardCharsets.UTF_8);
                ledger.ran("given up");
                if (ledger.runsOf("given up") == 1) {
                    throw new IllegalStateException("the dead-letter topic is away");
                }
                values.add(value + ": " + thrown.getMessage());
            };
        }

        List<String> values() {
            return List.copyOf(values);
        }
    }

    /** The business. An event says what goes wrong; what is broken stays so until it is mended. */
    static final class Handler {
        private final OrderTable rows;
        private final Ledger ledger;
        private volatile @Nullable String mended;

        Handler(OrderTable rows, Ledger ledger) {
            this.rows = rows;
            this.ledger = ledger;
        }

        void mend(String id) {
            mended = id;
        }

        private void book(Received message) {
            String id = Objects.requireNonNull(message.header("event-id"));
            String event = new String(message.payload(), StandardCharsets.UTF_8);
            ledger.ran(id);
            rows.insert(id, "points");
            if (event.equals("fails once") && ledger.runsOf(id) == 1) {
                throw new IllegalStateException("the first try fails");
            }
            if (event.equals("broken") && !id.equals(mended)) {
                throw new IllegalStateException("no account");
            }
        }
    }
}
