package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Relay;
import io.yici.outbox.SendResult;
import io.yici.proof.Wiretap.Moment;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a person does to a part between two steps of the relay that holds it: cases O4, O15. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class RelayOperatorTest {
    @Parameter
    Ground ground;

    private static Postbox postbox;

    private final ScriptedBroker broker = new ScriptedBroker();
    private final AtomicBoolean armed = new AtomicBoolean();
    private Runnable between = () -> {};

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        postbox = Postbox.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    @BeforeEach
    void empty() {
        postbox.execute("DELETE FROM yici_outbox");
    }

    /** The relay has read it while the first of its key was parked, and does not hold it for one that no longer is. */
    @Test
    void nothingIsHeldBehindOneThatIsSentAgainMeanwhile() {
        broker.answering(message -> new SendResult.Refused("no"));
        postbox.publishTogether(message("bad").orderedBy("k"), message("next").orderedBy("k"));
        relay();
        assertThat(postbox.count("held")).isEqualTo(1);

        broker.answering(message -> TAKEN);
        postbox.publish(message("later").orderedBy("k"));
        between = () -> postbox.outbox.deadLetters().resend("bad", "anna", "mended");
        armed.set(true);
        relay();
        assertThat(armed.get()).isFalse();
        assertThat(broker.taken()).containsExactly("bad", "next", "later");
        assertThat(postbox.count("held")).isZero();
    }

    @Test
    void nothingIsHeldBehindOneThatIsDroppedMeanwhile() {
        broker.answering(message -> new SendResult.Refused("no"));
        postbox.publishTogether(message("bad").orderedBy("k"), message("next").orderedBy("k"));
        relay();

        broker.answering(message -> TAKEN);
        postbox.publish(message("later").orderedBy("k"));
        between = () -> postbox.outbox.deadLetters().drop("bad", "anna", "not needed");
        armed.set(true);
        relay();
        assertThat(armed.get()).isFalse();
        assertThat(broker.taken()).containsExactly("next", "later");
        assertThat(postbox.count("held")).isZero();
    }

    /** Others change the part, as by a resend of another key or a sweep, while this one fails. */
    @Test
    void whatFollowsOneIsHeldWhenItIsParkedWhileOthersChangeThePart() {
        broker.answering(message -> message.messageId().equals("bad") ? new SendResult.Refused("no") : TAKEN);
        postbox.publish(message("bad").orderedBy("k"));
        between = () -> {
            postbox.execute("UPDATE yici_shard SET epoch = epoch + 1");
            postbox.publish(message("later").orderedBy("k"));
        };
        armed.set(true);
        relay();
        assertThat(armed.get()).isFalse();
        assertThat(broker.sent()).containsExactly("bad");
        assertThat(postbox.count("parked")).isEqualTo(1);
        assertThat(postbox.count("held")).isEqualTo(1);
    }

    /** The commit took place, and the relay does not know. */
    @Test
    void aParkingIsToldOfThoughTheAnswerToItsCommitIsLost() {
        broker.answering(message -> new SendResult.Refused("no"));
        postbox.publish(message("bad").orderedBy("k"));
        armed.set(true);
        try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, (moment, statements) -> {
                            if (moment == Moment.AFTER_COMMIT
                                    && statements.stream().anyMatch(sql -> sql.contains("tries = ?"))
                                    && armed.getAndSet(false)) {
                                throw new SQLException("the answer is lost", "08006");
                            }
                        }))
                        .withoutScheduledCleanUp()
                        .build();
                Relay relay = node.outbox().relay(broker, Postbox.QUICK.tries(1))) {
            assertThat(relay.runOnce().parked()).isEqualTo(1);
        }
        assertThat(armed.get()).isFalse();
        assertThat(postbox.count("parked")).isEqualTo(1);
    }

    /** One round; once, behind the commit of its first read, what happens between. */
    private void relay() {
        try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, (moment, statements) -> {
                            if (moment == Moment.AFTER_COMMIT
                                    && statements.stream().anyMatch(sql -> sql.contains("seq >= ? order by seq"))
                                    && armed.getAndSet(false)) {
                                between.run();
                            }
                        }))
                        .withoutScheduledCleanUp()
                        .build();
                Relay relay = node.outbox().relay(broker, Postbox.QUICK.tries(1))) {
            relay.runOnce();
        }
    }
}
