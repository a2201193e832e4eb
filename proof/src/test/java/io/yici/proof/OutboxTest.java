package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.jdbc.JoinedYici;
import io.yici.outbox.Message;
import io.yici.outbox.Publication;
import io.yici.outbox.Relay;
import io.yici.outbox.StoredMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What is committed is sent, what is rolled back never was: case O2. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class OutboxTest {
    @Parameter
    Ground ground;

    private static Postbox postbox;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        postbox = Postbox.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    @Test
    void aCommittedMessageArrivesAsItWasWritten() {
        Message message = Message.to("topic-1", new byte[] {0, 1, -1})
                .id("as-written")
                .orderedBy("订单-1")
                .contentType("application/x")
                .header("event-type", "order.placed")
                .header("name", "下单");
        postbox.publish(message);

        StoredMessage sent = relay().messages().stream()
                .filter(each -> each.messageId().equals("as-written"))
                .findFirst()
                .orElseThrow();

        assertThat(sent.destination()).isEqualTo("topic-1");
        assertThat(sent.orderingKey()).isEqualTo("订单-1");
        assertThat(sent.contentType()).isEqualTo("application/x");
        assertThat(sent.headers()).isEqualTo(message.headers());
        assertThat(sent.payload()).containsExactly(0, 1, -1);
        assertThat(sent.tries()).isZero();
        assertThat(postbox.count("waiting")).isZero();
    }

    @Test
    void aRolledBackMessageIsNeverSent() {
        assertThatThrownBy(() -> postbox.yici.once(operation("rolled-back"), "request", String.class, connection -> {
                    postbox.outbox.publish(message("never"));
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(relay().sent()).doesNotContain("never");
    }

    @Test
    void anOperationThatIsRunAgainPublishesUnderTheSameIds() {
        List<String> ids = new ArrayList<>();
        for (boolean fails : new boolean[] {true, false}) {
            try {
                postbox.yici.once(operation("again"), "request", String.class, connection -> {
                    ids.add(postbox.outbox
                            .publish(Message.to("orders", new byte[0]))
                            .messageId());
                    if (fails) {
                        throw new IllegalStateException("once");
                    }
                    return "done";
                });
            } catch (IllegalStateException once) {
                assertThat(fails).isTrue();
            }
        }

        assertThat(ids).hasSize(2);
        assertThat(ids.get(0)).isEqualTo(ids.get(1));
        assertThat(relay().sent()).containsOnlyOnce(ids.get(0));
    }

    /** Case O2. */
    @Test
    void theSameIdTwiceInOneTransactionIsAnsweredAndTheTransactionGoesOn() {
        List<Publication> publications = postbox.publishTogether(message("twice"), message("twice"), message("after"));

        assertThat(publications).extracting(Publication::written).containsExactly(true, false, true);
        assertThat(relay().sent()).containsOnlyOnce("twice").contains("after");
    }

    @Test
    void anotherMessageUnderTheSameIdIsRefusedByName() {
        assertThatThrownBy(() -> postbox.publishTogether(
                        message("differs"),
                        Message.to(Postbox.ORDERS, new byte[] {1}).id("differs")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("label");
        assertThat(relay().sent()).doesNotContain("differs");
    }

    @Test
    void labelsTellMessagesOfOneOperationApart() {
        List<Publication> publications = postbox.publishTogether(
                Message.to("orders", new byte[] {1}).label("first"),
                Message.to("orders", new byte[] {2}).label("second"));

        assertThat(publications).extracting(Publication::messageId).doesNotHaveDuplicates();
        assertThat(publications).allMatch(Publication::written);
        relay();
    }

    @Test
    void aMessageOutsideOfATransactionIsRefused() {
        assertThatThrownBy(() -> postbox.outbox.publish(message("outside")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("transaction");
    }

    @Test
    void aMessageWithoutAnIdOutsideOfAnOperationIsRefused() throws SQLException {
        Message nameless = Message.to("orders", new byte[0]);
        assertThatThrownBy(() -> postbox.outbox.publish(nameless))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("outside of a transaction");
        try (Connection connection = postbox.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = postbox.yici.joining(connection)) {
                assertThatThrownBy(() -> joined.outbox().publish(nameless))
                        .isInstanceOf(MisuseException.class)
                        .hasMessageContaining("Message.id");
            }
            connection.rollback();
        }
    }

    private ScriptedBroker relay() {
        ScriptedBroker broker = new ScriptedBroker();
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.runOnce();
        }
        return broker;
    }

    private static Operation operation(String key) {
        return Operation.named("order.create").by("alice").key(key);
    }
}
