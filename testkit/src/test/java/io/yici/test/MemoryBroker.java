package io.yici.test;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.test.MessageSenderContract.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lists of messages by destination, which refuse what is longer than a thousand bytes. */
final class MemoryBroker {
    static final int LONGEST = 1000;

    private final Map<String, List<Arrival>> lists = new ConcurrentHashMap<>();

    List<Arrival> at(String destination) {
        return List.copyOf(lists.getOrDefault(destination, List.of()));
    }

    void take(StoredMessage message) {
        lists.compute(message.destination(), (name, list) -> {
            List<Arrival> longer = new ArrayList<>(list == null ? List.of() : list);
            longer.add(arrival(message, message.messageId()));
            return longer;
        });
    }

    void put(String destination, List<Arrival> list) {
        lists.put(destination, list);
    }

    static Arrival arrival(StoredMessage message, String id) {
        return new Arrival(id, message.orderingKey(), message.contentType(), message.headers(), message.payload());
    }

    /** A sender that keeps the contract. */
    static class Sender implements MessageSender {
        protected final MemoryBroker broker;
        private final AtomicBoolean closed = new AtomicBoolean();

        Sender(MemoryBroker broker) {
            this.broker = broker;
        }

        @Override
        public CompletionStage<SendResult> send(StoredMessage message) {
            if (closed.get()) {
                throw new IllegalStateException("closed");
            }
            if (message.payload().length > LONGEST) {
                return told(new SendResult.Refused("longer than " + LONGEST));
            }
            broker.take(message);
            return told(new SendResult.Delivered());
        }

        static CompletionStage<SendResult> told(SendResult result) {
            return CompletableFuture.completedFuture(result);
        }

        @Override
        public Duration deliveryTimeout() {
            return Duration.ofSeconds(1);
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }
}
