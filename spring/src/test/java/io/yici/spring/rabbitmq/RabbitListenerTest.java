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
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.context.ConfigurableApplicationContext;

/** B41, B43, B44: what becomes of events on their way through a RabbitMQ listener that is guarded. */
@EnabledIf("io.yici.spring.Present#rabbitmq")
class RabbitListenerTest {
    private static final String QUEUE = "spring-points-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static Outcome outcome;

    @BeforeAll
    static void start() {
        database = TestDatabase.POSTGRESQL.create("springrabbit");
        application = Applications.start(
                database,
                new Class<?>[] {RabbitPoints.class},
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
    void threeDeliveriesOfOneEventHaveOneEffect() {
        String id = UUID.randomUUID().toString();
        send(id, "books", 3);
        within().until(() -> outcome.told(Kind.EXECUTED, id) + outcome.told(Kind.REPLAYED, id) >= 3);
        assertThat(outcome.rows(id)).isOne();
        assertThat(outcome.runs(id)).isOne();
    }

    @Test
    void anEventThatIsHandledElsewhereComesAgainAndIsNotDeadLettered() {
        String id = UUID.randomUUID().toString();
        long before = outcome.told(Kind.IN_PROGRESS);
        assertThatThrownBy(() -> application
                        .getBean(SpringYici.class)
                        .once(
                                Operation.named("points.book").by(QUEUE).key(id),
                                Fingerprint.unchecked(),
                                Answer.storedAs(String.class),
                                () -> {
                                    send(id, "books", 1);
                                    within().until(() -> outcome.told(Kind.IN_PROGRESS) >= before + 2);
                                    assertThat(outcome.runs(id)).isZero();
                                    throw new IllegalStateException("the other one gives up");
                                }))
                .hasMessage("the other one gives up");
        within().until(() -> outcome.rows(id) == 1);
        assertThat(outcome.runs(id)).isOne();
        assertThat(outcome.runs("advice saw InProgressException")).isZero();
    }

    @Test
    void anotherContentUnderTheSameKeyGoesToTheDeadLetters() {
        String id = UUID.randomUUID().toString();
        send(id, "books", 1);
        within().until(() -> outcome.rows(id) == 1);
        send(id, "another content", 1);
        Message dead = application.getBean(RabbitTemplate.class).receive(QUEUE + "-dead", 20_000);
        Objects.requireNonNull(dead, "no dead letter came");
        assertThat(new String(dead.getBody(), StandardCharsets.UTF_8)).isEqualTo("another content");
        assertThat(outcome.runs(id)).isOne();
    }

    @Test
    void whatFailedIsUndoneAndComesAgain() {
        String id = UUID.randomUUID().toString();
        send(id, "fails", 1);
        within().until(() -> outcome.rows(id) == 1 && outcome.runs(id) == 2);
        assertThat(outcome.runs("advice saw IllegalStateException")).isOne();
    }

    private static void send(String id, String event, int times) {
        for (int i = 0; i < times; i++) {
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
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50));
    }
}
