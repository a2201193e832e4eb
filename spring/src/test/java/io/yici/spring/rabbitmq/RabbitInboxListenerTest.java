package io.yici.spring.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.yici.OperationEvent.Kind;
import io.yici.brokers.Brokers;
import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.ParkedMessage;
import io.yici.inbox.ParkedMessage.State;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Inboxes;
import io.yici.spring.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** I1, I11, B41, B44: messages of spring-rabbit containers, single ones and batches, in an inbox. */
@EnabledIf("io.yici.spring.Present#rabbitmq")
class RabbitInboxListenerTest {
    private static final String QUEUE = "spring-inbox-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static Outcome outcome;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        database = TestDatabase.POSTGRESQL.create("springrabbitinbox");
        application = Applications.start(
                database,
                new Class<?>[] {RabbitInboxPoints.class},
                "test.brokers=" + Brokers.rabbitmq(),
                "test.queue=" + QUEUE,
                "yici.inbox.poll-every=20ms");
        outcome = new Outcome(application);
    }

    @AfterAll
    static void stop() {
        application.close();
        database.close();
    }

    @Test
    void threeDeliveriesOfOneEventHaveOneEffect() {
        for (String queue : List.of("-parking", "-rejecting")) {
            IntStream.range(0, 3).forEach(copy -> send(queue, id + queue, "books", id));
            within().until(() -> outcome.told(Kind.REPLAYED, id + queue) >= 2);
            assertThat(outcome.rows(id + queue)).isOne();
            assertThat(outcome.runs(id + queue)).isOne();
        }
    }

    @Test
    void whatFailedComesAgain() {
        send("-parking", id, "fails once", id);
        send("-rejecting", id + "-single", "fails once", id);
        within().until(() -> outcome.rows(id) == 1 && outcome.rows(id + "-single") == 1);
        assertThat(outcome.runs(id)).isEqualTo(2);
        nothingIsLeft();
    }

    @Test
    void afterItsTriesItIsParkedWithThoseBehindItAndResentInOrder() {
        Inbox inbox = application.getBean(Inboxes.class).of("points.book");
        send("-parking", id + "-1", "broken", id);
        within().until(() -> mine(inbox).size() == 1);
        send("-parking", id + "-2", "books", id);
        send("-parking", id + "-other", "books", id + "-other");
        within().until(() -> mine(inbox).size() == 2 && outcome.rows(id + "-other") == 1);
        assertThat(outcome.runs(id + "-1")).isEqualTo(3);
        assertThat(outcome.rows(id + "-1") + outcome.rows(id + "-2")).isZero();
        ParkedMessage parked = mine(inbox).get(0);
        assertThat(parked.state()).isEqualTo(State.PARKED);
        assertThat(parked.tries()).isEqualTo(3);
        assertThat(parked.waitingBehind()).isOne();
        nothingIsLeft();

        application.getBean(RabbitInboxPoints.Handler.class).mend(id + "-1");
        assertThat(inbox.parked().resend(parked.id(), "alice", "the account is there now"))
                .isTrue();
        within().until(() -> outcome.rows(id + "-1") == 1 && outcome.rows(id + "-2") == 1);
        assertThat(mine(inbox)).isEmpty();
    }

    @Test
    void aCopyThatComesLateIsTreatedAsThePolicySays() {
        Inbox inbox = application.getBean(Inboxes.class).of("points.book");
        send("-parking", id, "books", id);
        send("-rejecting", id + "-single", "books", id);
        within().until(() -> outcome.rows(id) == 1 && outcome.rows(id + "-single") == 1);
        age(id);
        age(id + "-single");
        send("-parking", id, "books", id);
        send("-rejecting", id + "-single", "books", id);
        within().until(() -> mine(inbox).size() == 1 && outcome.told(Kind.EXPIRED, id + "-single") > 0);
        assertThat(outcome.rows(id) + outcome.rows(id + "-single")).isEqualTo(2);
        assertThat(inbox.parked().drop(mine(inbox).get(0).id(), "alice", "seen"))
                .isTrue();
        nothingIsLeft();
    }

    @Test
    void whatIsGivenUpIsRejectedToTheDeadLetterExchange() {
        send("-rejecting", id, "broken", id);
        Message dead = application.getBean(RabbitTemplate.class).receive(QUEUE + "-dead", 30_000);
        Objects.requireNonNull(dead, "no dead letter came");
        assertThat(dead.getMessageProperties().getHeaders())
                .containsEntry("event-id", id)
                .containsEntry("x-first-death-reason", "rejected");
        assertThat(outcome.runs(id)).isEqualTo(3);
        assertThat(outcome.rows(id)).isZero();
        nothingIsLeft();
    }

    /** What was not acknowledged comes back to the queue when its consumers go. */
    private static void nothingIsLeft() {
        RabbitAdmin admin = application.getBean(RabbitAdmin.class);
        List<SimpleMessageListenerContainer> containers =
                application.getBeanProvider(SimpleMessageListenerContainer.class).stream()
                        .toList();
        containers.forEach(SimpleMessageListenerContainer::stop);
        assertThat(List.of("-parking", "-rejecting"))
                .allSatisfy(queue -> assertThat(Objects.requireNonNull(admin.getQueueInfo(QUEUE + queue))
                                .getMessageCount())
                        .isZero());
        containers.forEach(SimpleMessageListenerContainer::start);
    }

    private List<ParkedMessage> mine(Inbox inbox) {
        return inbox.parked().list(100).stream()
                .filter(parked -> String.valueOf(parked.key()).startsWith(id))
                .toList();
    }

    private static void send(String queue, String eventId, String event, String orderingKey) {
        application
                .getBean(RabbitTemplate.class)
                .send(
                        "",
                        QUEUE + queue,
                        MessageBuilder.withBody(event.getBytes(StandardCharsets.UTF_8))
                                .setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN)
                                .setHeader("event-id", eventId)
                                .setHeader(MessageHeaders.ORDERING_KEY, orderingKey)
                                .build());
    }

    /** Lets the time pass in which its record answers. */
    private static void age(String key) {
        application
                .getBean(JdbcClient.class)
                .sql("UPDATE yici_record SET answers_until = created_at WHERE idempotency_key = ?")
                .param(key)
                .update();
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(50));
    }
}
