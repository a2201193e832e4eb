package io.yici.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.yici.OperationEvent.Kind;
import io.yici.brokers.Brokers;
import io.yici.inbox.Inbox;
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
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** I1, I11, B41, B44: batches of a spring-kafka container in an inbox. */
class KafkaInboxListenerTest {
    private static final String TOPIC = "spring-inbox-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static Outcome outcome;
    private static KafkaProducer<String, String> producer;

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        database = TestDatabase.POSTGRESQL.create("springinbox");
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, Brokers.kafka()))) {
            admin.createTopics(List.of(
                            new NewTopic(TOPIC + "-parking", 2, (short) 1),
                            new NewTopic(TOPIC + "-handing", 1, (short) 1)))
                    .all()
                    .get();
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Brokers.kafka()), new StringSerializer(), new StringSerializer());
        application = Applications.start(
                database,
                new Class<?>[] {InboxPoints.class},
                "test.brokers=" + Brokers.kafka(),
                "test.topic=" + TOPIC,
                "yici.inbox.poll-every=20ms");
        outcome = new Outcome(application);
    }

    @AfterAll
    static void stop() {
        application.close();
        producer.close(Duration.ofSeconds(5));
        database.close();
    }

    @Test
    void threeDeliveriesOfOneEventHaveOneEffect() {
        IntStream.range(0, 3).forEach(copy -> send("-parking", id, "books", id));
        within().until(() -> outcome.told(Kind.REPLAYED, id) >= 2);
        assertThat(outcome.rows(id)).isOne();
        assertThat(outcome.runs(id)).isOne();
    }

    /** One that fails is sought back to; those of its batch before it stay done, and its order is kept. */
    @Test
    void whatFailedComesAgainBeforeLaterOnesOfItsKey() {
        send("-parking", id + "-1", "books", id);
        send("-parking", id + "-2", "fails once", id);
        send("-parking", id + "-3", "books", id);
        within().until(() -> outcome.rows(id + "-3") == 1);
        assertThat(outcome.runs(id + "-2")).isEqualTo(2);
        assertThat(order()).containsSubsequence(id + "-1", id + "-2", id + "-3");
        assertThat(order()).doesNotHaveDuplicates();
    }

    @Test
    void afterItsTriesItIsParkedWithThoseBehindItAndResentInOrder() {
        Inbox inbox = application.getBean(Inboxes.class).of("points.book");
        send("-parking", id + "-1", "broken", id);
        send("-parking", id + "-2", "books", id);
        send("-parking", id + "-other", "books", id + "-other");
        within().until(() -> mine(inbox).size() == 2 && outcome.rows(id + "-other") == 1);
        assertThat(outcome.runs(id + "-1")).isEqualTo(3);
        assertThat(outcome.rows(id + "-1") + outcome.rows(id + "-2")).isZero();
        ParkedMessage parked = mine(inbox).get(0);
        assertThat(parked.state()).isEqualTo(State.PARKED);
        assertThat(parked.tries()).isEqualTo(3);
        assertThat(parked.reason()).contains("no account");
        assertThat(parked.waitingBehind()).isOne();

        application.getBean(InboxPoints.Handler.class).mend(id + "-1");
        assertThat(inbox.parked().resend(parked.id(), "alice", "the account is there now"))
                .isTrue();
        within().until(() -> outcome.rows(id + "-2") == 1);
        assertThat(order()).containsSubsequence(id + "-1", id + "-2");
        assertThat(mine(inbox)).isEmpty();
    }

    @Test
    void anotherContentUnderTheSameKeyIsParkedAtOnce() {
        Inbox inbox = application.getBean(Inboxes.class).of("points.book");
        send("-parking", id, "books", id);
        send("-parking", id, "another content", id);
        within().until(() -> mine(inbox).size() == 1);
        assertThat(outcome.runs(id)).isOne();
        assertThat(inbox.parked().drop(mine(inbox).get(0).id(), "alice", "not ours"))
                .isTrue();
    }

    /** I11: its record no longer answers, and still refuses. */
    @Test
    void aCopyThatComesLateIsTreatedAsThePolicySays() {
        Inbox inbox = application.getBean(Inboxes.class).of("points.book");
        send("-parking", id, "books", id);
        within().until(() -> outcome.rows(id) == 1);
        age(id);
        send("-parking", id, "books", id);
        within().until(() -> mine(inbox).size() == 1);
        assertThat(outcome.rows(id)).isOne();

        String handed = id + "-handed";
        send("-handing", handed, "books", handed);
        within().until(() -> outcome.rows(handed) == 1);
        age(handed);
        send("-handing", handed, "books", handed);
        within().until(() -> outcome.told(Kind.EXPIRED, handed) > 0);
        assertThat(outcome.rows(handed)).isOne();
        assertThat(inbox.parked().drop(mine(inbox).get(0).id(), "alice", "seen"))
                .isTrue();
    }

    /** It is acknowledged only when whoever takes it over has it. */
    @Test
    void whatIsGivenUpIsHandedOnAndNotLostWhenThatFails() {
        send("-handing", id, "broken", id);
        send("-handing", id + "-next", "books", id);
        InboxPoints.GivenUp givenUp = application.getBean(InboxPoints.GivenUp.class);
        within().until(() ->
                outcome.rows(id + "-next") == 1 && !givenUp.values().isEmpty());
        assertThat(givenUp.values())
                .singleElement()
                .asString()
                .startsWith("broken: ")
                .contains("no account");
        assertThat(outcome.runs("given up")).isGreaterThan(1);
        assertThat(outcome.rows(id)).isZero();
    }

    @Test
    void aSubscriptionThatGivesUpToDeadLettersNeedsSomebodyWhoTakesThem() {
        Inbox handing = application.getBean(Inboxes.class).of("points.hand");
        assertThatThrownBy(() -> new KafkaInboxListener(handing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("let it park");
    }

    private List<ParkedMessage> mine(Inbox inbox) {
        return inbox.parked().list(100).stream()
                .filter(parked -> String.valueOf(parked.key()).startsWith(id))
                .toList();
    }

    private static void send(String topic, String eventId, String event, String orderingKey) {
        producer.send(new ProducerRecord<>(
                TOPIC + topic,
                null,
                orderingKey,
                event,
                List.of(new RecordHeader("event-id", eventId.getBytes(StandardCharsets.UTF_8)))));
        producer.flush();
    }

    /** Lets the time pass in which its record answers. */
    private static void age(String key) {
        jdbc().sql("UPDATE yici_record SET answers_until = created_at WHERE idempotency_key = ?")
                .param(key)
                .update();
    }

    private static List<String> order() {
        return jdbc().sql("SELECT order_key FROM orders ORDER BY xmin::text::bigint, ctid")
                .query(String.class)
                .list();
    }

    private static JdbcClient jdbc() {
        return application.getBean(JdbcClient.class);
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(50));
    }
}
