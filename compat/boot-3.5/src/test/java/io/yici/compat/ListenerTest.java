package io.yici.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.yici.SetupException;
import io.yici.brokers.Brokers;
import io.yici.spring.Idempotent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

/** The guarded Kafka listener on Spring Boot 3.5 and spring-kafka 3.3. */
class ListenerTest {
    private final String topic = "compat-" + UUID.randomUUID();

    @Test
    void threeDeliveriesOfOneEventHaveOneEffect() throws Exception {
        try (ConfigurableApplicationContext application = start(AckMode.BATCH);
                KafkaProducer<String, String> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", Brokers.kafka()), new StringSerializer(), new StringSerializer())) {
            for (String event : new String[] {"e1", "e1", "e1", "e2"}) {
                producer.send(new ProducerRecord<>(topic, "one order", event)).get(20, TimeUnit.SECONDS);
            }
            Booking booking = application.getBean(Booking.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> booking.booked().contains("e2"));
            assertThat(booking.booked()).containsExactly("e1", "e2");
        }
    }

    @Test
    void manualAcknowledgementIsRefused() {
        Throwable failure = null;
        try (ConfigurableApplicationContext application = start(AckMode.MANUAL)) {
            assertThat(application.isActive()).isFalse();
        } catch (RuntimeException refused) {
            failure = refused;
        }
        assertThat(failure).isInstanceOf(SetupException.class).hasMessageContaining("RECORD or BATCH");
    }

    private ConfigurableApplicationContext start(AckMode mode) {
        return new SpringApplicationBuilder(Points.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "test.topic=" + topic,
                        "test.mode=" + mode,
                        "spring.main.banner-mode=off")
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableKafka
    static class Points {
        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(Environment environment) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(Map.of(
                    "bootstrap.servers",
                    Brokers.kafka(),
                    "auto.offset.reset",
                    "earliest",
                    "key.deserializer",
                    StringDeserializer.class,
                    "value.deserializer",
                    StringDeserializer.class)));
            factory.getContainerProperties().setAckMode(environment.getRequiredProperty("test.mode", AckMode.class));
            return factory;
        }

        @Bean
        Booking booking() {
            return new Booking();
        }
    }

    static class Booking {
        private final List<String> booked = new CopyOnWriteArrayList<>();

        @KafkaListener(topics = "${test.topic}", groupId = "points")
        @Idempotent(operation = "points.book", key = "#event")
        public void book(String event) {
            booked.add(event);
        }

        public List<String> booked() {
            return List.copyOf(booked);
        }
    }
}
