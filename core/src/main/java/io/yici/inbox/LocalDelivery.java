package io.yici.inbox;

import io.yici.inbox.Handled.Later;
import io.yici.inbox.Handled.Why;
import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hands messages to inboxes of the same process, without a broker: for one application by itself, and for tests. A
 * message is delivered when every inbox of its destination is done with it; one that is not yet gets it again, the
 * others find a duplicate. Handlers run on threads of this. Thread-safe.
 */
public final class LocalDelivery implements MessageSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int THREADS = 2;

    private final Map<String, List<Inbox>> inboxes;
    private final ExecutorService threads;
    private final long since = System.currentTimeMillis();

    private LocalDelivery(Map<String, List<Inbox>> inboxes) {
        this.inboxes = inboxes;
        AtomicInteger count = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "yici-local-delivery-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** To the inboxes of each destination; a destination that is not there is refused. */
    public static LocalDelivery to(Map<String, List<Inbox>> inboxes) {
        Map<String, List<Inbox>> copy = new TreeMap<>();
        inboxes.forEach((destination, some) -> copy.put(destination, List.copyOf(some)));
        return new LocalDelivery(Collections.unmodifiableMap(copy));
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        return CompletableFuture.supplyAsync(() -> deliver(message), threads);
    }

    private SendResult deliver(StoredMessage message) {
        List<Inbox> some = inboxes.getOrDefault(message.destination(), List.of());
        if (some.isEmpty()) {
            return new SendResult.Refused("No inbox here takes messages to '" + message.destination() + "'.");
        }
        Received received = received(message);
        List<SendResult> troubles = new ArrayList<>();
        for (Inbox inbox : some) {
            Handled handled = inbox.handle(received);
            if (handled instanceof Handled.DeadLettered dead) {
                troubles.add(new SendResult.Refused(dead.reason()));
            } else if (handled instanceof Later later) {
                troubles.add(trouble(inbox, later));
            }
        }
        return troubles.stream()
                .filter(SendResult.Refused.class::isInstance)
                .findFirst()
                .orElseGet(() -> troubles.isEmpty() ? new SendResult.Delivered() : troubles.get(0));
    }

    private static SendResult trouble(Inbox inbox, Later later) {
        String reason = "'" + inbox.subscription().group() + "' is not done: " + later.why()
                + (later.cause() == null ? "" : ", " + later.cause());
        return later.why() == Why.FAILED
                ? new SendResult.Refused(reason, later.after())
                : new SendResult.Unreachable(reason);
    }

    /** One that an earlier process may have begun to deliver is suspect. */
    private Received received(StoredMessage message) {
        return Received.of(message.destination(), message.payload())
                .orderedBy(message.orderingKey())
                .headers(message.headers())
                .header(MessageHeaders.MESSAGE_ID, message.messageId())
                .header(MessageHeaders.CONTENT_TYPE, message.contentType())
                .sentAt(message.createdAt())
                .brokerId("outbox-" + message.sequence())
                .suspect(message.tries() > 0 || message.createdAt() < since);
    }

    @Override
    public Duration deliveryTimeout() {
        return TIMEOUT;
    }

    /** Ends the threads after what is under way. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
