package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.yici.messaging.Wire.Kind;
import io.yici.messaging.kafka.KafkaInbox;
import io.yici.messaging.kafka.KafkaSender;
import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.services.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What senders say of what cannot be sent, and of what they are given to send with. */
class SendersTest {
    static List<Kind> kinds() {
        return Kind.present();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void brokerThatIsNotThereIsUnreachable(Kind kind) throws Exception {
        String nowhere = kind == Kind.RABBITMQ ? "amqp://127.0.0.1:1" : "127.0.0.1:1";
        try (MessageSender sender = kind.at(nowhere).sender()) {
            assertThat(Sent.tried(sender, Sent.message("points", "m-1", "k")))
                    .isInstanceOf(SendResult.Unreachable.class);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void closedSenderSendsNothing(Kind kind) throws Exception {
        Wire wire = kind.shared();
        String place = wire.place();
        MessageSender sender = wire.sender();
        Sent.delivered(sender, Sent.message(place, "m-1", null));
        sender.close();
        assertThat(Sent.tried(sender, Sent.message(place, "m-2", null))).isInstanceOf(SendResult.Unreachable.class);
    }

    @Test
    void kafkaRefusesWhatIsTooLargeAndTakesTheNext() throws Exception {
        Wire wire = Kind.KAFKA.shared();
        String place = wire.place();
        try (MessageSender sender = wire.sender()) {
            assertThat(Sent.tried(sender, Sent.message(place, "large", "k", new byte[3_000_000])))
                    .isInstanceOf(SendResult.Refused.class);
            assertThat(Sent.tried(sender, Sent.message("not a topic!", "m-1", "k")))
                    .isInstanceOf(SendResult.Refused.class);
            assertThat(Sent.tried(sender, Sent.message(place, "m-2", "k"))).isInstanceOf(SendResult.Delivered.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "acks,1",
        "enable.idempotence,false",
        "max.in.flight.requests.per.connection,6",
        "retries,0",
        "transactional.id,t",
        "partitioner.ignore.keys,true"
    })
    void kafkaSenderTakesNoPropertiesThatWeakenIt(String name, String value) {
        assertThatThrownBy(() -> KafkaSender.with(Map.of("bootstrap.servers", "127.0.0.1:1", name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void kafkaInboxTakesNoAutomaticCommits() throws Exception {
        try (Points points = new Points(TestDatabase.POSTGRESQL)) {
            assertThatThrownBy(() -> KafkaInbox.with(
                            Map.of("bootstrap.servers", "127.0.0.1:1", "enable.auto.commit", "true"),
                            points.yici().inbox(points.booking("g")),
                            "topic"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("enable.auto.commit");
        }
    }

    @Test
    void rabbitRefusesWhatNoQueueTakes() throws Exception {
        assumeTrue(Kind.present().contains(Kind.RABBITMQ));
        Wire wire = Kind.RABBITMQ.shared();
        String place = wire.place();
        try (MessageSender sender = wire.sender()) {
            assertThat(Sent.tried(sender, Sent.message("nobody-made-this-queue", "m-1", "k")))
                    .isInstanceOfSatisfying(
                            SendResult.Refused.class,
                            refused -> assertThat(refused.reason()).contains("unroutable"));
            assertThat(Sent.tried(sender, Sent.message(place, "m-2", "k"))).isInstanceOf(SendResult.Delivered.class);
        }
    }

    /** An exchange that is missing closes the channel for all; only the one to blame is refused. */
    @Test
    void rabbitRefusesAMissingExchangeAndHarmsNoOther() throws Exception {
        assumeTrue(Kind.present().contains(Kind.RABBITMQ));
        Wire wire = Kind.RABBITMQ.shared();
        String place = wire.place();
        try (MessageSender sender = wire.sender()) {
            Sent.delivered(sender, Sent.message(place, "m-0", "k"));
            CompletableFuture<SendResult> bad = sender.send(Sent.message("no-such-exchange/key", "m-1", "k"))
                    .toCompletableFuture();
            SendResult other = Sent.tried(sender, Sent.message(place, "m-2", "k"));
            assertThat(bad.get(30, TimeUnit.SECONDS)).isInstanceOf(SendResult.Refused.class);
            assertThat(other).isNotInstanceOf(SendResult.Refused.class);
            Sent.delivered(sender, Sent.message(place, "m-2", "k"));
        }
    }

    @Test
    void rocketRefusesWhatItCannotHold() throws Exception {
        Wire wire = Kind.ROCKETMQ.shared();
        String place = wire.place();
        try (MessageSender sender = wire.sender()) {
            assertThat(Sent.tried(sender, Sent.message("not a topic!", "m-1", "k")))
                    .isInstanceOf(SendResult.Refused.class);
            assertThat(Sent.tried(sender, Sent.message(place, "empty", "k", new byte[0])))
                    .isInstanceOf(SendResult.Refused.class);
            assertThat(Sent.tried(sender, Sent.message(place, "large", "k", new byte[5_000_000])))
                    .isInstanceOf(SendResult.Refused.class);
            assertThat(Sent.tried(sender, Sent.message(place, "m-2", "k"))).isInstanceOf(SendResult.Delivered.class);
        }
    }
}
