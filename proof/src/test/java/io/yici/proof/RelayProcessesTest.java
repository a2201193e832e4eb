package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Relays in processes of their own that work side by side, freeze and die: cases O8, O10, O25, B46. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@EnumSource(
        value = TestDatabase.class,
        names = {"POSTGRESQL", "MARIADB"})
class RelayProcessesTest {
    private static final long LEASE = 2000;
    private static final RelaySettings SETTINGS = Postbox.QUICK.lease(Duration.ofMillis(LEASE));

    @Parameter
    TestDatabase kind;

    private static Postbox postbox;

    @BeforeParameterizedClassInvocation
    static void open(TestDatabase given) {
        postbox = Postbox.open(new Ground(given, Ground.Level.OWN));
        postbox.execute("CREATE TABLE sent_log (seq SERIAL, node VARCHAR(16), message_id VARCHAR(64))");
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    @BeforeEach
    void empty() {
        postbox.execute("DELETE FROM yici_outbox");
        postbox.execute("DELETE FROM sent_log");
        postbox.execute("UPDATE yici_shard SET claim = '', lease_until = 0, mark = 0");
    }

    @Test
    void twoProcessesSendEverythingOnceAndInOrder() {
        try (RelayProcess one = RelayProcess.start(postbox, "one", LEASE, 5);
                RelayProcess two = RelayProcess.start(postbox, "two", LEASE, 0)) {
            int rounds = 0;
            while (rounds < 40
                    || (rounds < 800
                            && (sentBy("one").isEmpty() || sentBy("two").isEmpty()))) {
                publishRound(rounds++, 20);
            }
            postbox.nothingWaits();
            assertThat(sentBy("one")).isNotEmpty();
            assertThat(sentBy("two")).isNotEmpty();
            assertThat(sentBy("%")).hasSize(20 * rounds).doesNotHaveDuplicates();
            assertInOrder(sentBy("%"));
        }
    }

    /** Case O10. */
    @Test
    void whatAFrozenProcessHeldIsSentByAnotherInOrderAndItSendsNoMoreWhenThawed() {
        for (int round = 0; round < 40; round++) {
            publishRound(round, 8);
        }
        try (RelayProcess frozen = RelayProcess.start(postbox, "frozen", LEASE, 25)) {
            Until.holds("it sends", () -> sentBy("frozen").size() > 40);
            frozen.freeze();
            List<String> before = sentBy("frozen");
            assertThat(postbox.count("waiting")).isPositive();
            try (Relay other = postbox.outbox.relay(
                    KilledRelay.logging(postbox.pool, "other", 0).within(Duration.ofSeconds(1)), SETTINGS)) {
                other.start();
                postbox.nothingWaits();
                frozen.thaw();
                frozen.says("taken over by another node");
                publishRound(99, 8);
                postbox.nothingWaits();
            }
            List<String> old =
                    sentBy("frozen").stream().filter(id -> !id.endsWith("#199")).toList();
            // One may have been on its way through the sender as it froze.
            assertThat(old.size() - before.size()).isBetween(0, 1);
        }
        List<String> sent = sentBy("%");
        assertThat(new LinkedHashSet<>(sent)).hasSize(41 * 8);
        assertInOrder(new ArrayList<>(new LinkedHashSet<>(sent)));
        // What was under way, one of each key, went out again; what it had sent but not taken out too.
        assertThat(sent.size() - 41 * 8).isBetween(0, 2 * 8 + 1);
        System.out.printf("FIGURE O10 %s: %d of %d sent again%n", kind, sent.size() - 41 * 8, 41 * 8);
    }

    /** Case O8. */
    @Test
    void aThawedProcessTakesNothingOutThatIsAnothersByNow() {
        postbox.publishTogether(
                message("head").orderedBy("k"), message("behind").orderedBy("k"));
        try (RelayProcess frozen = RelayProcess.start(postbox, "frozen", LEASE, 900)) {
            Until.holds("it sends", () -> sentBy("frozen").size() == 1);
            frozen.freeze();
            ScriptedBroker refusing = new ScriptedBroker()
                    .within(Duration.ofSeconds(1))
                    .answering(message -> new SendResult.Refused("not now"));
            try (Relay other =
                    postbox.outbox.relay(refusing, SETTINGS.backoff(Duration.ofMinutes(10), Duration.ofMinutes(20)))) {
                other.start();
                Until.holds("it was tried", () -> tries("head") == 1);
                frozen.thaw();
                frozen.says("taken over by another node");
            }
            assertThat(refusing.sent()).containsExactly("head");
            assertThat(postbox.count("waiting")).isEqualTo(2);
            assertThat(tries("head")).isEqualTo(1);
            assertThat(sentBy("frozen")).containsExactly("head");
        }
    }

    /** Case O25: it dies when the broker has it, before it is taken out. */
    @Test
    void whatAKilledProcessHadSentIsSentAgainUnderTheSameIdAndBurnsNoTry() {
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"), message("free"));
        try (RelayProcess killed = RelayProcess.start(postbox, "killed", LEASE, -1)) {
            Until.holds("it has sent", () -> sentBy("killed").size() == 2);
            killed.kill();
        }
        ScriptedBroker next = KilledRelay.logging(postbox.pool, "next", 0).within(Duration.ofSeconds(1));
        try (Relay relay = postbox.outbox.relay(next, SETTINGS)) {
            relay.start();
            postbox.nothingWaits();
        }
        assertThat(sentBy("killed")).containsExactlyInAnyOrder("first", "free");
        assertThat(sentBy("next")).containsExactlyInAnyOrder("first", "second", "free");
        assertThat(sentBy("next").indexOf("first")).isLessThan(sentBy("next").indexOf("second"));
        assertThat(next.messages())
                .allSatisfy(message -> assertThat(message.tries()).isZero());
    }

    /** One message of each key; what is later in a key is greater. */
    private static void publishRound(int round, int keys) {
        postbox.publishTogether(IntStream.range(0, keys)
                .mapToObj(key -> message("k" + key + "#" + (100 + round)).orderedBy("k" + key))
                .toArray(Message[]::new));
    }

    private static void assertInOrder(List<String> ids) {
        Map<String, List<String>> byKey = new TreeMap<>();
        ids.forEach(id -> byKey.computeIfAbsent(id.substring(0, id.indexOf('#')), key -> new ArrayList<>())
                .add(id));
        assertThat(byKey.values()).allSatisfy(each -> assertThat(each).isSorted());
    }

    private static long tries(String messageId) {
        return postbox.number("SELECT tries FROM yici_outbox WHERE message_id = '" + messageId + "'");
    }

    private static List<String> sentBy(String node) {
        List<String> ids = new ArrayList<>();
        try (Connection connection = postbox.pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT message_id FROM sent_log WHERE node LIKE '" + node + "' ORDER BY seq")) {
            while (row.next()) {
                ids.add(row.getString(1));
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
        return Collections.unmodifiableList(ids);
    }
}
