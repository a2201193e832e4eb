package io.yici.spring.rabbitmq;

import io.yici.inbox.Exhausted;
import io.yici.inbox.LatePolicy;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.spring.Events;
import io.yici.spring.Inboxes;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application that takes events of two queues into inboxes: in batches and parking, or one by one and rejecting. */
@Configuration(proxyBeanMethods = false)
@Import(RabbitBroker.class)
class RabbitInboxPoints {
    @Bean
    Queue parkingQueue(@Value("${test.queue}") String name) {
        return new Queue(name + "-parking");
    }

    @Bean
    Queue rejectingQueue(@Value("${test.queue}") String name) {
        return RabbitBroker.queue(name + "-rejecting", name);
    }

    @Bean
    Subscription parking(Handler handler) {
        return subscription("points.book", handler).late(LatePolicy.PARK);
    }

    @Bean
    Subscription rejecting(Handler handler) {
        return subscription("points.reject", handler).exhausted(Exhausted.DEAD_LETTER);
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
    SimpleMessageListenerContainer parkingContainer(
            ConnectionFactory connections, Inboxes inboxes, @Value("${test.queue}") String name) {
        SimpleMessageListenerContainer container =
                container(connections, name + "-parking", new RabbitInboxListener(inboxes.of("points.book")));
        container.setConsumerBatchEnabled(true);
        container.setBatchSize(10);
        container.setBatchReceiveTimeout(50);
        return container;
    }

    @Bean
    SimpleMessageListenerContainer rejectingContainer(
            ConnectionFactory connections, Inboxes inboxes, @Value("${test.queue}") String name) {
        return container(connections, name + "-rejecting", new RabbitInboxListener(inboxes.of("points.reject")));
    }

    private static SimpleMessageListenerContainer container(
            ConnectionFactory connections, String queue, RabbitInboxListener listener) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(queue);
        container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
        container.setMessageListener(listener);
        return container;
    }

    @Bean
    Handler handler(OrderTable rows, Ledger ledger) {
        return new Handler(rows, ledger);
    }

    @Bean
    Events events() {
        return new Events();
    }

    /** The business. An event says what goes wrong; what is broken stays so until it is mended. */
    static final class Handler {
        private final OrderTable rows;
        private final Ledger ledger;
        private volatile String mended = "";

        Handler(OrderTable rows, Ledger ledger) {
            this.rows = rows;
            this.ledger = ledger;
        }

        void mend(String id) {
            mended = id;
        }

        private void book(Received message) {
            String id = Objects.requireNonNull(message.header("event-id"), "event-id");
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
