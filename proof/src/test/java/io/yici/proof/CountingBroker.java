package io.yici.proof;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A broker that takes everything at once and only counts, for very many messages. */
final class CountingBroker implements MessageSender {
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final AtomicInteger repeats = new AtomicInteger();

    /** How many different ones it took. */
    int taken() {
        return ids.size();
    }

    /** How many it took again. */
    int repeats() {
        return repeats.get();
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        if (!ids.add(message.messageId())) {
            repeats.incrementAndGet();
        }
        return CompletableFuture.completedFuture(ScriptedBroker.TAKEN);
    }

    @Override
    public Duration deliveryTimeout() {
        return Duration.ofSeconds(5);
    }
}
