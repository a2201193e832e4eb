package io.yici.outbox;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Hands messages of the outbox to a broker. Called by relays, which never have two of one ordering key under way. */
public interface MessageSender extends AutoCloseable {
    /** Sends without blocking for long; an exception, thrown or of the stage, counts as a refusal. */
    CompletionStage<SendResult> send(StoredMessage message);

    /** After which a message is certainly no longer under way. */
    Duration deliveryTimeout();

    /** Ends what it holds open. */
    @Override
    default void close() {}
}
