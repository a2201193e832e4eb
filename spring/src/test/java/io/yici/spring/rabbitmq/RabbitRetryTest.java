package io.yici.spring.rabbitmq;

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
import java.util.Objects;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.RetryInterceptorBuilder;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.retry.RejectAndDontRequeueRecoverer;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.messaging.handler.annotation.Header;

/** B43, B44, I11: guarded listeners in a container with spring-rabbit's own retries and dead-letter exchange. */
@EnabledIf("io.yici.spring.Present#rabbitmq")
class RabbitRetryTest {
    private static final String QUEUE = "spring-retry-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static Outcome outcome;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        database = TestDatabase.POSTGRESQL.create("springretry");
        application = Applications.start(
                database,
                new Class<?>[] {Retrying.class},
                "test.brokers=" + Brokers.rabbitmq(),
                "test.queue=" + QUEUE,
                "yici.waits-for=50ms");
        outcome = new Outcome(application);
    }

    @AfterAll
    static void stop() {
        application.close();
        database.close();
    }

    @Test
    void aTryThatFailsIsUndoneBeforeTheNextOfTheSameDelivery() {
        send(id, "fails once");
        within().until(() -> outcome.rows(id) == 1);
        assertThat(outcome.runs(id)).isEqualTo(2);
        assertThat(application.getBean(Booking.class).wasRedelivered()).isFalse();
    }

    @Test
    void afterItsTriesItIsADeadLetterAndLeavesNoRecord() {
        send(id, "broken");
        assertThat(deadLetter()).isEqualTo("broken");
        assertThat(outcome.runs(id)).isEqualTo(3);
        assertThat(outcome.rows(id)).isZero();
        assertThat(outcome.records(id)).isZero();

        application.getBean(Booking.class).mend(id);
        send(id, "broken");
        within().until(() -> outcome.rows(id) == 1);
        assertThat(outcome.records(id)).isOne();
    }

    @Test
    void duplicatesAndLateOnesAreAcknowledged() {
        send(id, "books");
        within().until(() -> outcome.rows(id) == 1);
        send(id, "books");
        within().until(() -> outcome.told(Kind.REPLAYED, id) > 0);
        application
                .getBean(JdbcClient.class)
                .sql("UPDATE yici_record SET answers_until = created_at WHERE idempotency_key = ?")
                .param(id)
                .update();
        send(id, "books");
        within().until(() -> outcome.told(Kind.EXPIRED, id) > 0);
        // What comes now is the first dead letter, for the others were none.
        send(id, "another content");
        assertThat(deadLetter()).isEqualTo("another content");
        assertThat(outcome.rows(id)).isOne();
        assertThat(outcome.runs(id)).isOne();
    }

    /** The retries see no failure of one that is only postponed, so none is used up. */
    @Test
    void whatIsInProgressElsewhereUsesUpNoTry() {
        long before = outcome.told(Kind.IN_PROGRESS);
        assertThatThrownBy(() -> application
                        .getBean(SpringYici.class)
                        .once(
                                Operation.named("points.book").by(QUEUE).key(id),
                                Fingerprint.unchecked(),
                                Answer.storedAs(String.class),
                                () -> {
                                    send(id, "fails once");
                                    within().until(() -> outcome.told(Kind.IN_PROGRESS) >= before + 4);
                                    throw new IllegalStateException("the other one gives up");
                                }))
                .hasMessage("the other one gives up");
        within().until(() -> outcome.rows(id) == 1);
        assertThat(outcome.runs(id)).isEqualTo(2);
    }

    private static String deadLetter() {
        Message dead = application.getBean(RabbitTemplate.class).receive(QUEUE + "-dead", 20_000);
        return new String(Objects.requireNonNull(dead, "no dead letter came").getBody(), StandardCharsets.UTF_8);
    }

    private static void send(String id, String event) {
        application
                .getBean(RabbitTemplate.class)
                .send(
                        "",
                        QUEUE,
                        MessageBuilder.withBody(event.getBytes(StandardCharsets.UTF_8))
                                .setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN)
                                .setHeader("event-id", id)
                                .build());
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50));
    }

    /** Two retries of each delivery, then the dead-letter exchange. */
    @Configuration(proxyBeanMethods = false)
    @Import(RabbitBroker.class)
    @EnableRabbit
    static class Retrying {
        @Bean
        Queue queue(@Value("${test.queue}") String name) {
            return RabbitBroker.queue(name, name);
        }

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setAdviceChain(RetryInterceptorBuilder.stateless()
                    .maxRetries(2)
                    .backOffOptions(10, 1, 10)
                    .recoverer(new RejectAndDontRequeueRecoverer())
                    .build());
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
    }

    /** The business. An event says what goes wrong; what is broken stays so until it is mended. */
    static class Booking {
        private final OrderTable rows;
        private final Ledger ledger;
        private volatile String mended = "";
        private volatile boolean redelivered;

        Booking(OrderTable rows, Ledger ledger) {
            this.rows = rows;
            this.ledger = ledger;
        }

        public void mend(String id) {
            mended = id;
        }

        public boolean wasRedelivered() {
            return redelivered;
        }

        @RabbitListener(queues = "${test.queue}")
        @Idempotent(operation = "points.book", key = "#id")
        public void book(String event, @Header("event-id") String id, @Header(AmqpHeaders.REDELIVERED) boolean again) {
            redelivered = again;
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
