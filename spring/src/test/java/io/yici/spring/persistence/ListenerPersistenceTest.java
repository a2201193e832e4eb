package io.yici.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.yici.brokers.Brokers;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import jakarta.persistence.EntityManager;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
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
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.backoff.FixedBackOff;

/** B41, I1: listeners that write through JPA, MyBatis and JdbcClient, under JPA's transaction manager. */
class ListenerPersistenceTest {
    private static final String TOPIC = "spring-persistence-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static KafkaProducer<String, String> producer;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        database = TestDatabase.POSTGRESQL.create("listeners");
        application = Applications.start(
                database,
                new Class<?>[] {PersistenceContract.Libraries.class, Points.class},
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.jpa.database-platform=org.hibernate.dialect.PostgreSQLDialect",
                "test.brokers=" + Brokers.kafka(),
                "test.topic=" + TOPIC);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Brokers.kafka()), new StringSerializer(), new StringSerializer());
    }

    @AfterAll
    static void stop() {
        application.close();
        producer.close(Duration.ofSeconds(5));
        database.close();
    }

    @Test
    void allThreeCommitOnceWithTheRecord() {
        assertThat(application.getBean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
        send("books");
        send("books");
        send("broken");
        within().until(() -> givenUp("broken"));
        stayed(1);
    }

    @Test
    void whatFailsLeavesNothingOfTheThreeAndNoRecord() {
        send("broken");
        within().until(() -> givenUp("broken"));
        assertThat(application.getBean(Ledger.class).runsOf(id)).isEqualTo(3);
        stayed(0);
        send("books");
        within().until(() -> records() == 1);
        stayed(1);
    }

    /** The handler has returned already. */
    @Test
    void whatJpaFindsOutAtTheCommitLeavesNothingEither() {
        send("twice the same reference");
        within().until(() -> givenUp("twice the same reference"));
        assertThat(application.getBean(Ledger.class).runsOf(id)).isEqualTo(3);
        stayed(0);
    }

    private void stayed(int rows) {
        assertThat(application.getBean(OrderTable.class).rowsOf(id)).isEqualTo(rows);
        assertThat(application.getBean(AuditMapper.class).rowsOf(id)).isEqualTo(rows);
        assertThat(count("SELECT COUNT(*) FROM payments WHERE id LIKE ? || '%'"))
                .isEqualTo(rows);
        assertThat(records()).isEqualTo(rows);
    }

    private int records() {
        return count("SELECT COUNT(*) FROM yici_record WHERE idempotency_key = ?");
    }

    private int count(String sql) {
        return application
                .getBean(JdbcClient.class)
                .sql(sql)
                .param(id)
                .query(Integer.class)
                .single();
    }

    private boolean givenUp(String event) {
        return application.getBean(GivenUp.class).events.contains(id + " " + event);
    }

    private void send(String event) {
        producer.send(new ProducerRecord<>(
                TOPIC, null, id, event, List.of(new RecordHeader("event-id", id.getBytes(StandardCharsets.UTF_8)))));
        producer.flush();
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(50));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableKafka
    static class Points {
        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
                @Value("${test.brokers}") String brokers, GivenUp givenUp) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(new DefaultKafkaConsumerFactory<>(Map.of(
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    brokers,
                    ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                    "earliest",
                    ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                    StringDeserializer.class,
                    ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                    StringDeserializer.class)));
            factory.setCommonErrorHandler(new DefaultErrorHandler(
                    (record, thrown) -> givenUp.events.add(record.key() + " " + record.value()),
                    new FixedBackOff(20, 2)));
            return factory;
        }

        @Bean
        GivenUp givenUp() {
            return new GivenUp();
        }

        /** MyBatis needs its table before anything comes. */
        @Bean
        Booking booking(JdbcClient jdbc, OrderTable orders, EntityManager entities, AuditMapper audits, Ledger ledger) {
            jdbc.sql("CREATE TABLE audits (order_key VARCHAR(100) NOT NULL)").update();
            return new Booking(orders, entities, audits, ledger);
        }
    }

    static class GivenUp {
        private final List<String> events = new CopyOnWriteArrayList<>();
    }

    static class Booking {
        private final OrderTable orders;
        private final EntityManager entities;
        private final AuditMapper audits;
        private final Ledger ledger;

        Booking(OrderTable orders, EntityManager entities, AuditMapper audits, Ledger ledger) {
            this.orders = orders;
            this.entities = entities;
            this.audits = audits;
            this.ledger = ledger;
        }

        @KafkaListener(topics = "${test.topic}", groupId = "points-${test.topic}")
        @Transactional
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id) {
            ledger.ran(id);
            entities.persist(new PaymentEntity(id, id));
            orders.insert(id, "points");
            audits.insert(id);
            if (event.equals("broken")) {
                throw new IllegalStateException("no account");
            }
            if (event.equals("twice the same reference")) {
                entities.persist(new PaymentEntity(id + "-2", id));
            }
        }
    }
}
