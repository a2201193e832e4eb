package io.yici.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.brokers.Brokers;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Events;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.Outcome;
import io.yici.spring.SpringYici;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.util.backoff.FixedBackOff;

/** B43, B44, I11: guarded listeners beside spring-kafka's own dead-letter topic, whose conventions are kept. */
class DeadLetterTopicTest {
    private static final String TOPIC = "spring-dead-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static Outcome outcome;
    private static KafkaProducer<String, String> producer;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        database = TestDatabase.POSTGRESQL.create("springdead");
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, Brokers.kafka()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1), new NewTopic(TOPIC + "-dlt", 2, (short) 1)))
                    .all()
                    .get();
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Brokers.kafka()), new StringSerializer(), new StringSerializer());
        application = Applications.start(
                database,
                new Class<?>[] {Points.class},
                "test.brokers=" + Brokers.kafka(),
                "test.topic=" + TOPIC,
                "yici.waits-for=50ms");
        outcome = new Outcome(application);
    }

    @AfterAll
    static void stop() {
        application.close();
        producer.close(Duration.ofSeconds(5));
        database.close();
    }

    @Test
    void whatKeepsFailingGoesToTheDeadLetterTopicAfterTheApplicationsTriesAndLeavesNoRecord() {
        send(id, "broken");
        ConsumerRecord<String, String> dead = deadLetter("broken");
        assertThat(outcome.runs(id)).isEqualTo(3);
        assertThat(outcome.rows(id)).isZero();
        assertThat(outcome.records(id)).isZero();
        assertThat(header(dead, KafkaHeaders.DLT_ORIGINAL_TOPIC)).isEqualTo(TOPIC);
        assertThat(header(dead, KafkaHeaders.DLT_EXCEPTION_CAUSE_FQCN))
                .isEqualTo(IllegalStateException.class.getName());
        assertThat(header(dead, "event-id")).isEqualTo(id);

        // As an operator sends it back: under the key it had, which no try has used up.
        application.getBean(Booking.class).mend(id);
        send(id, "broken");
        within().until(() -> outcome.rows(id) == 1);
        assertThat(outcome.records(id)).isOne();
    }

    /** No try of the back-off is spent on what no delivery can help. */
    @Test
    void anotherContentUnderTheSameKeyGoesThereAtOnceAndSaysWhy() {
        send(id, "books");
        send(id, "another content");
        ConsumerRecord<String, String> dead = deadLetter("another content");
        assertThat(header(dead, KafkaHeaders.DLT_EXCEPTION_CAUSE_FQCN)).startsWith("io.yici.");
        assertThat(header(dead, KafkaHeaders.DLT_EXCEPTION_MESSAGE)).isNotBlank();
        assertThat(outcome.told(Kind.MISMATCH, id)).isOne();
        assertThat(outcome.rows(id)).isOne();
    }

    @Test
    void duplicatesAndLateOnesDoNotGoThere() {
        send(id, "books");
        send(id, "books");
        within().until(() -> outcome.rows(id) == 1);
        application
                .getBean(JdbcClient.class)
                .sql("UPDATE yici_record SET answers_until = created_at WHERE idempotency_key = ?")
                .param(id)
                .update();
        send(id, "books");
        within().until(() -> outcome.told(Kind.EXPIRED, id) > 0);
        nothingOfMineIsDead();
        assertThat(outcome.rows(id)).isOne();
    }

    @Test
    void whatIsInProgressElsewhereDoesNotGoThereHoweverOftenItComes() {
        long before = outcome.told(Kind.IN_PROGRESS);
        assertThatThrownBy(() -> application
                        .getBean(SpringYici.class)
                        .once(
                                Operation.named("points.book")
                                        .by("points-" + TOPIC)
                                        .key(id),
                                Fingerprint.unchecked(),
                                Answer.storedAs(String.class),
                                () -> {
                                    send(id, "books");
                                    within().until(() -> outcome.told(Kind.IN_PROGRESS) >= before + 4);
                                    throw new IllegalStateException("the other one gives up");
                                }))
                .hasMessage("the other one gives up");
        within().until(() -> outcome.rows(id) == 1);
        nothingOfMineIsDead();
    }

    /** Whatever of this test would be a dead letter is one before that of a later event on its partition. */
    private void nothingOfMineIsDead() {
        send(id + "-last", id, "broken last " + id);
        deadLetter("broken last " + id);
        assertThat(application.getBean(DeadLetters.class).records)
                .extracting(ConsumerRecord::key, ConsumerRecord::value)
                .filteredOn(each -> each.toList().get(0).equals(id))
                .singleElement()
                .satisfies(each -> assertThat(each.toList().get(1)).isEqualTo("broken last " + id));
    }

    private ConsumerRecord<String, String> deadLetter(String value) {
        List<ConsumerRecord<String, String>> records = application.getBean(DeadLetters.class).records;
        within().until(() -> records.stream()
                .anyMatch(each -> each.key().equals(id) && each.value().equals(value)));
        return records.stream()
                .filter(each -> each.key().equals(id) && each.value().equals(value))
                .findFirst()
                .orElseThrow();
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(
                Objects.requireNonNull(record.headers().lastHeader(name), name).value(), StandardCharsets.UTF_8);
    }

    private static void send(String eventId, String event) {
        send(eventId, eventId, event);
    }

    private static void send(String eventId, String orderingKey, String event) {
        producer.send(new ProducerRecord<>(
                TOPIC,
                null,
                orderingKey,
                event,
                List.of(new RecordHeader("event-id", eventId.getBytes(StandardCharsets.UTF_8)))));
        producer.flush();
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(50));
    }

    /** Three tries, then spring-kafka's dead-letter topic. */
    @Configuration(proxyBeanMethods = false)
    @EnableKafka
    static class Points {
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
        KafkaTemplate<Object, Object> template(@Value("${test.brokers}") String brokers) {
            return new KafkaTemplate<>(new DefaultKafkaProducerFactory<>(Map.of(
                    ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    brokers,
                    ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                    StringSerializer.class,
                    ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                    StringSerializer.class)));
        }

        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
                ConsumerFactory<Object, Object> consumers, KafkaTemplate<Object, Object> template) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(consumers);
            factory.setCommonErrorHandler(
                    new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template), new FixedBackOff(20, 2)));
            return factory;
        }

        @Bean
        Events events() {
            return new Events();
        }

        @Bean
        Booking booking(OrderTable rows, Ledger ledger) {
            return new Booking(rows, ledger);
        }

        @Bean
        DeadLetters deadLetters() {
            return new DeadLetters();
        }
    }

    /** The business; what is broken stays so until it is mended. */
    static class Booking {
        private final OrderTable rows;
        private final Ledger ledger;
        private volatile String mended = "";

        Booking(OrderTable rows, Ledger ledger) {
            this.rows = rows;
            this.ledger = ledger;
        }

        public void mend(String id) {
            mended = id;
        }

        @KafkaListener(topics = "${test.topic}", groupId = "points-${test.topic}")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {
            ledger.ran(id);
            rows.insert(id, "points");
            if (event.startsWith("broken") && !id.equals(mended)) {
                throw new IllegalStateException("no account");
            }
        }
    }

    /** Reads the dead-letter topic, as people would. */
    static class DeadLetters {
        private final List<ConsumerRecord<String, String>> records = new CopyOnWriteArrayList<>();

        @KafkaListener(topics = "${test.topic}-dlt", groupId = "dead-${test.topic}")
        void dead(ConsumerRecord<String, String> record) {
            records.add(record);
        }
    }
}
