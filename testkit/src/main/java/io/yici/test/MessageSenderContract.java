package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link MessageSender} owes. Extend it with senders to a real broker, and read what arrived from the broker
 * by a client of its own, never from the sender. Each sender that was asked for is closed after the test.
 */
public abstract class MessageSenderContract {
    /** What a stage may need beyond the delivery time-out on a busy machine. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private static final AtomicLong SEQUENCE = new AtomicLong();

    private final List<MessageSender> opened = new ArrayList<>();

    /** A new sender to a broker that is there. */
    protected abstract MessageSender sender();

    /** A new sender to a broker that nobody runs; its delivery time-out had better be short. */
    protected abstract MessageSender unreachable();

    /** A destination that is there and holds nothing yet. */
    protected abstract String destination();

    /**
     * A message that the broker does not take while it takes others: too large, say, or to a place that is not there.
     */
    protected abstract StoredMessage refused();

    /**
     * What the broker holds for a destination, in its order. Asked once, after the sender said what came of its
     * messages: it may read for as long as that takes, but a message that arrives only later is one too late.
     */
    protected abstract List<Arrival> arrived(String destination);

    /**
     * A message as it came out of the broker.
     *
     * @param messageId its id, wherever the binding puts it
     * @param orderingKey its ordering key, or null
     * @param contentType how the payload is encoded
     * @param headers at least all headers the message was stored with
     * @param payload the content
     */
    public record Arrival(
            String messageId,
            @Nullable String orderingKey,
            String contentType,
            Map<String, String> headers,
            byte[] payload) {}

    /** What is called delivered is there. */
    @Test
    protected void deliveredMessagesAreAtTheBroker() {
        StoredMessage message = message(destination(), null, "one");
        assertThat(sent(open(), message)).isInstanceOf(SendResult.Delivered.class);
        assertThat(idsAt(message.destination())).containsExactly(message.messageId());
    }

    /** Id, ordering key, content type, headers and every byte arrive. */
    @Test
    protected void messagesArriveAsTheyWereStored() {
        byte[] bytes = new byte[256];
        for (int sign = 0; sign < bytes.length; sign++) {
            bytes[sign] = (byte) sign;
        }
        StoredMessage message = new StoredMessage(
                SEQUENCE.incrementAndGet(),
                fresh(),
                destination(),
                "order-4711",
                "application/octet-stream",
                Map.of("event-type", "order.placed", "event-name", "\u4e0b\u5355"),
                bytes,
                System.currentTimeMillis(),
                2);
        assertThat(sent(open(), message)).isInstanceOf(SendResult.Delivered.class);
        assertThat(arrived(message.destination())).singleElement().satisfies(arrival -> {
            assertThat(arrival.messageId()).isEqualTo(message.messageId());
            assertThat(arrival.orderingKey()).isEqualTo("order-4711");
            assertThat(arrival.contentType()).isEqualTo("application/octet-stream");
            assertThat(arrival.headers()).containsAllEntriesOf(message.headers());
            assertThat(arrival.payload()).isEqualTo(bytes);
        });
    }

    /** A message that is sent again arrives under the same id, so that receivers tell (B46, O25). */
    @Test
    protected void aResentMessageArrivesUnderTheSameId() {
        StoredMessage message = message(destination(), "a", "again");
        try (MessageSender sender = open()) {
            assertThat(sent(sender, message)).isInstanceOf(SendResult.Delivered.class);
            assertThat(sent(sender, message)).isInstanceOf(SendResult.Delivered.class);
        }
        assertThat(idsAt(message.destination())).isNotEmpty().containsOnly(message.messageId());
    }

    /** Those of one key, each sent when the one before it is delivered, arrive in that order (O5, B46). */
    @Test
    protected void messagesOfOneKeyArriveInTheirOrder() {
        String destination = destination();
        MessageSender sender = open();
        List<String> ids = new ArrayList<>();
        for (int number = 0; number < 20; number++) {
            StoredMessage message = message(destination, "one key", "number " + number);
            assertThat(sent(sender, message)).isInstanceOf(SendResult.Delivered.class);
            ids.add(message.messageId());
        }
        assertThat(idsAt(destination)).containsExactlyElementsOf(ids);
    }

    /** Many under way at once, each of a key of its own or of none, all arrive once each. */
    @Test
    protected void messagesUnderWayAtOnceAllArrive() {
        String destination = destination();
        MessageSender sender = open();
        List<StoredMessage> messages = new ArrayList<>();
        List<CompletionStage<SendResult>> stages = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            StoredMessage message = message(destination, number % 2 == 0 ? null : "key " + number, "number " + number);
            messages.add(message);
            stages.add(sender.send(message));
        }
        assertThat(stages)
                .allSatisfy(stage -> assertThat(awaited(sender, stage)).isInstanceOf(SendResult.Delivered.class));
        assertThat(idsAt(destination))
                .containsExactlyInAnyOrderElementsOf(
                        messages.stream().map(StoredMessage::messageId).toList());
    }

    /** A broker that is not there is unreachable, whatever the message: no message is to blame for it (O18). */
    @Test
    protected void aBrokerThatIsNotThereIsUnreachable() {
        MessageSender sender = kept(unreachable());
        assertThat(sent(sender, message(destination(), null, "to nobody"))).isInstanceOf(SendResult.Unreachable.class);
        assertThat(sent(sender, message(destination(), "key", "to nobody"))).isInstanceOf(SendResult.Unreachable.class);
    }

    /** A message that is not taken is refused with a reason, alone: those after it are delivered (O4). */
    @Test
    protected void aBadMessageIsRefusedAlone() {
        MessageSender sender = open();
        assertThat(sent(sender, refused()))
                .isInstanceOfSatisfying(
                        SendResult.Refused.class,
                        refusal -> assertThat(refusal.reason()).isNotBlank());
        StoredMessage good = message(destination(), null, "good");
        assertThat(sent(sender, good)).isInstanceOf(SendResult.Delivered.class);
        assertThat(idsAt(good.destination())).containsExactly(good.messageId());
    }

    /** What was under way at the close still gets an answer, and what is called delivered is there (O19). */
    @Test
    protected void closingLeavesNoMessageWithoutAnAnswer() {
        String destination = destination();
        MessageSender sender = open();
        List<String> delivered = new ArrayList<>();
        List<StoredMessage> messages = new ArrayList<>();
        List<CompletionStage<SendResult>> stages = new ArrayList<>();
        for (int number = 0; number < 50; number++) {
            StoredMessage message = message(destination, null, "number " + number);
            messages.add(message);
            stages.add(sender.send(message));
        }
        sender.close();
        for (int number = 0; number < stages.size(); number++) {
            if (awaited(sender, stages.get(number)) instanceof SendResult.Delivered) {
                delivered.add(messages.get(number).messageId());
            }
        }
        assertThat(idsAt(destination)).containsAll(delivered);
    }

    /** A closed sender delivers nothing, and closing it again does no harm. */
    @Test
    protected void aClosedSenderDeliversNothing() {
        String destination = destination();
        MessageSender sender = open();
        sender.close();
        assertThatCode(sender::close).doesNotThrowAnyException();
        assertThat(sent(sender, message(destination, null, "late"))).isNotInstanceOf(SendResult.Delivered.class);
        assertThat(idsAt(destination)).isEmpty();
    }

    /** A relay's lease is compared with it. */
    @Test
    protected void theDeliveryTimeoutIsPositive() {
        assertThat(open().deliveryTimeout()).isPositive();
    }

    /** A message with these, of a new id. */
    protected static StoredMessage message(String destination, @Nullable String orderingKey, String text) {
        return new StoredMessage(
                SEQUENCE.incrementAndGet(),
                fresh(),
                destination,
                orderingKey,
                "text/plain",
                Map.of(),
                text.getBytes(StandardCharsets.UTF_8),
                System.currentTimeMillis(),
                0);
    }

    /** Gives back what a test left open. */
    @AfterEach
    protected void closeSenders() {
        opened.forEach(MessageSender::close);
    }

    private MessageSender open() {
        return kept(sender());
    }

    private MessageSender kept(MessageSender sender) {
        opened.add(sender);
        return sender;
    }

    private List<String> idsAt(String destination) {
        return arrived(destination).stream().map(Arrival::messageId).toList();
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    /** As a relay takes it: what is thrown is a refusal. */
    private static SendResult sent(MessageSender sender, StoredMessage message) {
        CompletionStage<SendResult> stage;
        try {
            stage = sender.send(message);
        } catch (RuntimeException e) {
            return new SendResult.Refused(String.valueOf(e));
        }
        return awaited(sender, stage);
    }

    private static SendResult awaited(MessageSender sender, CompletionStage<SendResult> stage) {
        Duration patience = sender.deliveryTimeout().plus(GRACE);
        try {
            return stage.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return new SendResult.Refused(String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within the delivery time-out of " + sender.deliveryTimeout(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a message was under way", e);
        }
    }
}
