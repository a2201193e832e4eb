package io.yici.spring.rabbitmq;

import com.rabbitmq.client.Channel;
import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.spring.service.Reception;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareBatchMessageListener;

/**
 * Takes the messages of a container into an {@link Inbox}, single or, where the container has
 * {@code consumerBatchEnabled}, as batches: set it into an ordinary container with {@code AcknowledgeMode.MANUAL}.
 *
 * <p>What is done is acknowledged; what the subscription gives up is rejected, to the queue's dead-letter exchange;
 * what is not done goes back to the queue after the wait the inbox asks for, at most {@link #LONGEST_WAIT}, for which
 * the consumer's thread is kept. Thread-safe.
 */
public final class RabbitInboxListener implements ChannelAwareBatchMessageListener {
    /** Longer would hold up the container's shutdown and other messages of the consumer. */
    public static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(50);

    private final Inbox inbox;

    /** For a container. */
    public RabbitInboxListener(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public void onMessage(Message message, @Nullable Channel channel) {
        onMessageBatch(List.of(message), channel);
    }

    @Override
    public void onMessageBatch(List<Message> messages, @Nullable Channel channel) {
        if (channel == null) {
            throw new IllegalStateException("the container gave no channel to acknowledge on");
        }
        try {
            List<Handled> handled = Reception.of(inbox, messages, RabbitInboxListener::received);
            for (int i = 0; i < handled.size(); i++) {
                answer(handled.get(i), tag(messages.get(i)), channel);
            }
            giveBack(messages, handled, channel);
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }

    private static void answer(Handled handled, long tag, Channel channel) throws IOException {
        if (handled instanceof Handled.DeadLettered) {
            channel.basicReject(tag, false);
        } else if (handled.done()) {
            channel.basicAck(tag, false);
        }
    }

    private static void giveBack(List<Message> messages, List<Handled> handled, Channel channel) throws IOException {
        Duration wait = Duration.ZERO;
        for (Handled each : handled) {
            if (each instanceof Handled.Later later && later.after().compareTo(wait) > 0) {
                wait = later.after();
            }
        }
        if (handled.stream().allMatch(Handled::done)) {
            return;
        }
        pause(wait);
        for (int i = 0; i < handled.size(); i++) {
            if (!handled.get(i).done()) {
                channel.basicReject(tag(messages.get(i)), true);
            }
        }
    }

    private static void pause(Duration asked) {
        long millis = Math.max(SHORTEST_WAIT.toMillis(), Math.min(asked.toMillis(), LONGEST_WAIT.toMillis()));
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static long tag(Message message) {
        return message.getMessageProperties().getDeliveryTag();
    }

    private static Received received(Message message) {
        MessageProperties properties = message.getMessageProperties();
        Map<String, String> headers = new HashMap<>();
        properties.getHeaders().forEach((name, value) -> headers.put(name, String.valueOf(value)));
        putIfKnown(headers, MessageHeaders.MESSAGE_ID, properties.getMessageId());
        putIfKnown(headers, MessageHeaders.CONTENT_TYPE, properties.getContentType());
        Date sent = properties.getTimestamp();
        return Received.of(String.valueOf(properties.getConsumerQueue()), message.getBody())
                .headers(headers)
                .orderedBy(headers.get(MessageHeaders.ORDERING_KEY))
                .sentAt(sent == null ? -1 : sent.getTime())
                .brokerId(properties.getReceivedExchange() + "/" + properties.getReceivedRoutingKey() + "#"
                        + properties.getDeliveryTag())
                .suspect(Boolean.TRUE.equals(properties.getRedelivered()));
    }

    private static void putIfKnown(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.putIfAbsent(name, value);
        }
    }
}
