package io.yici.spring.kafka;

import io.yici.spring.Events;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.util.backoff.FixedBackOff;

/** An application that books points for events; what it gives up after three tries it notes. */
@Configuration(proxyBeanMethods = false)
@EnableKafka
class Points {
    @Bean
    ConsumerFactory<Object, Object> consumers(@Value("${test.brokers}") String brokers) {
        return new DefaultKafkaConsumerFactory<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                StringDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                StringDeserializer.class));
    }

    @Bean
    ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
            ConsumerFactory<Object, Object> consumers, DeadLetters deadLetters) {
        ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                new ConcurrentKafkaListenerContainerFactory<>();
        factory.setConsumerFactory(consumers);
        factory.setConcurrency(2);
        factory.setCommonErrorHandler(new DefaultErrorHandler(
                (record, thrown) -> deadLetters.add(String.valueOf(record.value())), new FixedBackOff(20, 2)));
        return factory;
    }

    @Bean
    DeadLetters deadLetters() {
        return new DeadLetters();
    }

    @Bean
    Events events() {
        return new Events();
    }

    @Bean
    Booking booking(OrderTable rows, Ledger ledger) {
        return new Booking(rows, ledger);
    }

    /** What the application gave up. */
    static final class DeadLetters {
        private final List<String> values = new CopyOnWriteArrayList<>();

        private void add(String value) {
            values.add(value);
        }

        List<String> values() {
            return List.copyOf(values);
        }
    }

    /** The business. An event says what is to go wrong at its first run. */
    static class Booking {
        private final OrderTable rows;
        private final Ledger ledger;

        Booking(OrderTable rows, Ledger ledger) {
            this.rows = rows;
            this.ledger = ledger;
        }

        @KafkaListener(topics = "${test.topic}", groupId = "${test.group}")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {
            ledger.ran(id);
            rows.insert(id, "points");
            boolean first = ledger.runsOf(id) == 1;
            if (first && event.equals("fails")) {
                throw new IllegalStateException("the first try fails");
            }
            if (first && event.equals("swallows")) {
                swallow(id);
            }
        }

        /** On PostgreSQL the transaction is lost with the first error, whatever the handler makes of it. */
        private void swallow(String id) {
            try {
                rows.insertGift(id);
                rows.insertGift(id);
            } catch (DuplicateKeyException ignored) {
                ledger.ran("swallowed " + id);
            }
        }
    }
}
