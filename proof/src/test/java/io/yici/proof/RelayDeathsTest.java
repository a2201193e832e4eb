package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.JdbcYici;
import io.yici.outbox.OutboxSettings;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.proof.KilledRelay.Point;
import io.yici.services.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Case O25: a relay's process dies between sending, marking and deleting: sent again under the id at most, never lost.
 */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@EnumSource(
        value = TestDatabase.class,
        names = {"POSTGRESQL", "MARIADB"})
class RelayDeathsTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final RelaySettings SETTINGS = Postbox.QUICK.lease(Duration.ofSeconds(20));

    @Parameter
    TestDatabase kind;

    private static Postbox postbox;

    private final ScriptedBroker next = new ScriptedBroker();

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

    @ParameterizedTest
    @CsvSource({
        "BEFORE_FINISH, false",
        "BEFORE_FINISH, true",
        "BEFORE_FINISH_COMMIT, false",
        "BEFORE_FINISH_COMMIT, true",
    })
    void whatWasSentAndNotFinishedIsSentAgainUnderItsId(Point point, boolean keeps) {
        publishTwo();
        RelayProcess.runAndKill(postbox, keeps ? HOUR : 0, point);
        assertThat(sentByTheDead()).isEqualTo(2);
        assertThat(postbox.count("waiting")).isEqualTo(2);

        relayOn(keeps ? HOUR : 0);

        assertThat(next.sent()).containsExactly("first", "second");
        assertThat(next.messages())
                .allSatisfy(message -> assertThat(message.tries()).isZero());
        assertThat(postbox.count("sent")).isEqualTo(keeps ? 2 : 0);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void whatWasFinishedIsNotSentAgain(boolean keeps) {
        publishTwo();
        RelayProcess.runAndKill(postbox, keeps ? HOUR : 0, Point.AFTER_FINISH_COMMIT);
        // The second may have been under way.
        long unfinished = postbox.count("waiting");
        assertThat(unfinished).isLessThan(2);
        postbox.publish(message("third").orderedBy("k"));

        relayOn(keeps ? HOUR : 0);

        assertThat(next.sent()).doesNotContain("first").endsWith("third").hasSize((int) unfinished + 1);
        assertThat(postbox.count("sent")).isEqualTo(keeps ? 3 : 0);
    }

    /** Between mark and delete. */
    @Test
    void whatWasMarkedAsSentWhenTheCleanUpDiedIsDeletedByTheNextAndNotSentAgain() throws SQLException {
        publishTwo();
        relayOn(1);
        assertThat(next.sent()).containsExactly("first", "second");
        postbox.execute("UPDATE yici_outbox SET keep_until = 1");

        RelayProcess.runAndKill(postbox, 1, Point.BEFORE_CLEANUP_COMMIT);

        assertThat(postbox.count("sent")).isEqualTo(2);
        assertThat(postbox.publishTogether(message("first").orderedBy("k"))
                        .get(0)
                        .written())
                .isFalse();
        relayOn(1);
        assertThat(next.sent()).hasSize(2);
        assertThat(sentByTheDead()).isZero();
        Until.holds("its locks are gone", () -> cleaned() == 2);
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_outbox")).isZero();
    }

    private static int cleaned() {
        try {
            return postbox.yici.cleanup().runBatch().messages();
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private static void publishTwo() {
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));
    }

    private static long sentByTheDead() {
        return postbox.number("SELECT COUNT(*) FROM sent_log WHERE node = 'killed'");
    }

    /** Another node goes on, once the lease of the dead one is over. */
    private void relayOn(long keptMillis) {
        postbox.execute("UPDATE yici_shard SET lease_until = 0");
        try (JdbcYici node = JdbcYici.on(postbox.pool).withoutScheduledCleanUp().build();
                Relay relay = node.outbox(new OutboxSettings(Duration.ofMillis(keptMillis)))
                        .relay(next, SETTINGS)) {
            relay.start();
            postbox.nothingWaits();
        }
    }
}
