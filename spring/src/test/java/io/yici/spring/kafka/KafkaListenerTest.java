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
import io.yici.spring.Ledger;
import io.yici.spring.Outcome;
import io.yici.spring.SpringYici;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

/** I1, B41, B43, B44: what becomes of events on their way through a Kafka listener that is guarded. */
class KafkaListenerTest {
    private static final String TOPIC = "spring-points-" + UUID.randomUUID();

    private static FreshDatabase database;
    private static ConfigurableApplicationContext application;
    private static Outcome outcome;
    private static KafkaProducer<String, String> producer;

    @BeforeAll
    static void start() throws Exception {
        database = TestDatabase.POSTGRESQL.create("springkafka");
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, Brokers.kafka()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 4, (short) 1))).all().get();
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Brokers.kafka()), new StringSerializer(), new StringSerializer());
        application = node();
        outcome = new Outcome(application);
    }

    @AfterAll
    static void stop() {
        application.close();
        producer.close(Duration.ofSeconds(5));
        database.close();
    }

    private static ConfigurableApplicationContext node() {
        return Applications.start(
                database,
                new Class<?>[] {Points.class},
                "test.brokers=" + Brokers.kafka(),
                "test.topic=" + TOPIC,
                "test.group=points-" + TOPIC,
                "yici.waits-for=50ms");
    }

    @Test
    void threeDeliveriesOfOneEventHaveOneEffect() {
        String id = id();
        send(id, "books", id, 3);
        within().until(() -> outcome.told(Kind.REPLAYED, id) >= 2);
        assertThat(outcome.rows(id)).isOne();
        assertThat(outcome.runs(id)).isOne();
    }

    @Test
    void anEventThatIsHandledElsewhereComesAgainAndIsNotCountedAsFailed() {
        String id = id();
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
                                    send(id, "books", id, 1);
                                    within().until(() -> outcome.told(Kind.IN_PROGRESS) >= before + 5);
                                    assertThat(outcome.runs(id)).isZero();
                                    throw new IllegalStateException("the other one gives up");
                                }))
                .hasMessage("the other one gives up");
        within().until(() -> outcome.rows(id) == 1);
        assertThat(outcome.runs(id)).isOne();
        assertThat(application.getBean(Points.DeadLetters.class).values()).doesNotContain("books");
    }

    @Test
    void anotherContentUnderTheSameKeyGoesToTheDeadLettersAtOnce() {
        String id = id();
        String other = "another content of " + id;
        send(id, "books", id, 1);
        send(id, other, id, 1);
        within().until(() ->
                application.getBean(Points.DeadLetters.class).values().contains(other));
        assertThat(outcome.runs(id)).isOne();
        assertThat(outcome.rows(id)).isOne();
        assertThat(outcome.told(Kind.MISMATCH, id)).isOne();
    }

    @Test
    void whatFailedIsUndoneAndComesAgain() {
        String id = id();
        send(id, "fails", id, 1);
        within().until(() -> outcome.rows(id) == 1 && outcome.runs(id) == 2);
    }

    @Test
    void aSwallowedErrorOfTheDatabaseDoesNotLoseTheEvent() {
        String id = id();
        send(id, "swallows", id, 1);
        within().until(() -> outcome.runs(id) == 2 && outcome.rows(id) == 1);
        assertThat(outcome.runs("swallowed " + id)).isOne();
    }

    @Test
    void aRebalanceInTheMiddleRepeatsNoEffect() {
        List<String> ids = new ArrayList<>();
        ConfigurableApplicationContext second = node();
        try {
            within().until(() -> {
                ids.add(sentTwice());
                return second.getBean(Ledger.class).total() > 0;
            });
        } finally {
            second.close();
        }
        ids.add(sentTwice());
        within().until(() -> ids.stream().allMatch(id -> outcome.rows(id) > 0));
        assertThat(ids).allSatisfy(id -> assertThat(outcome.rows(id)).isOne());
    }

    private static String sentTwice() {
        String id = id();
        send(id, "books", id, 2);
        return id;
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private static void send(String id, String event, String orderingKey, int times) {
        for (int i = 0; i < times; i++) {
            producer.send(new ProducerRecord<>(
                    TOPIC,
                    null,
                    orderingKey,
                    event,
                    List.of(new RecordHeader("event-id", id.getBytes(StandardCharsets.UTF_8)))));
        }
        producer.flush();
    }

    private static ConditionFactory within() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(50));
    }
}
