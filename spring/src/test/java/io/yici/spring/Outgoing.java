package io.yici.spring;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes whatever is sent, and remembers it. */
public final class Outgoing implements MessageSender {
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        sent.add(message.messageId());
        return CompletableFuture.completedFuture(new SendResult.Delivered());
    }

    @Override
    public Duration deliveryTimeout() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Ids, in the order of sending. */
    public List<String> sent() {
        return List.copyOf(sent);
    }

    public boolean closed() {
        return closed;
    }
}
