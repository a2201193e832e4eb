package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.outbox.SendResult;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a relay does when the other side says for how long it wants to be left alone. */
class RelayRestTest {
    private static final Duration REST = Duration.ofMillis(1_500);

    /** When each was sent first, by our clock. */
    private final Map<String, Long> sent = new ConcurrentHashMap<>();

    private final ScriptedBroker broker = new ScriptedBroker();

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "H2"})
    void aDestinationThatAsksForRestGetsNothingUntilItIsOver(TestDatabase database) {
        CompletableFuture<SendResult> underWay = new CompletableFuture<>();
        broker.doing(message -> {
            boolean first = sent.putIfAbsent(message.messageId(), System.nanoTime()) == null;
            if (first && message.messageId().equals("under-way")) {
                return underWay;
            }
            return ScriptedBroker.done(
                    first && message.messageId().equals("asks") ? new SendResult.Unreachable("busy", REST) : TAKEN);
        });
        try (Postbox postbox = Postbox.open(new Ground(database, Ground.Level.OWN));
                Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            postbox.publishTogether(message("under-way"), message("asks"));
            relay.start();
            Until.holds("both are sent", () -> broker.sent().size() == 2);
            long asked = sentAt("asks");
            underWay.complete(TAKEN);
            Until.holds("what was under way is done with", () -> postbox.count("waiting") == 1);
            postbox.publishTogether(message("after"));
            postbox.publishTogether(Message.to("elsewhere", new byte[0]).id("elsewhere"));
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);

            assertThat(broker.sent()).filteredOn("asks"::equals).hasSize(2);
            assertThat(Duration.ofNanos(sentAt("after") - asked)).isGreaterThan(REST);
            assertThat(Duration.ofNanos(sentAt("elsewhere") - asked)).isLessThan(REST);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "H2"})
    void aMessageThatIsRefusedForATimeIsTriedNoSoonerAndHoldsUpItsKeyOnly(TestDatabase database) {
        broker.answering(message -> {
            boolean first = sent.putIfAbsent(message.messageId(), System.nanoTime()) == null;
            return first && message.messageId().equals("asks") ? new SendResult.Refused("not yet", REST) : TAKEN;
        });
        try (Postbox postbox = Postbox.open(new Ground(database, Ground.Level.OWN));
                Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            postbox.publishTogether(
                    message("asks").orderedBy("k"), message("behind").orderedBy("k"), message("other"));
            relay.start();
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);

            assertThat(broker.sent()).filteredOn("asks"::equals).hasSize(2);
            assertThat(Duration.ofNanos(sentAt("behind") - sentAt("asks"))).isGreaterThan(REST.minusMillis(100));
            assertThat(Duration.ofNanos(sentAt("other") - sentAt("asks"))).isLessThan(REST);
        }
    }

    private long sentAt(String id) {
        return Objects.requireNonNull(sent.get(id), id);
    }
}
