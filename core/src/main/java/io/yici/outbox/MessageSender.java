package io.yici.outbox;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Hands messages to a broker; implemented once for each kind. Owes what {@code io.yici.test.MessageSenderContract}
 * checks. Thread-safe.
 */
public interface MessageSender extends AutoCloseable {
    /**
     * Begins to send. Called on the relay's threads: it must not block for longer than it takes to hand the message to
     * a buffer. The relay never has two messages of one ordering key and destination under way at once.
     *
     * @return completes within {@link #deliveryTimeout()} of the call; what it throws, or an exceptional completion,
     *     counts as {@link SendResult.Refused}. {@link SendResult.Delivered} only when the broker has answered for it
     */
    CompletionStage<SendResult> send(StoredMessage message);

    /** How long after {@link #send} a message may still reach the broker, at most. */
    Duration deliveryTimeout();

    /** Gives back connections and threads; what is still under way may or may not arrive. */
    @Override
    default void close() {}
}
