package io.yici.example.fulfilment.app;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sends what a relay of the order service would, also what it should not. */
final class Sending implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MessageSender sender;
    private final String destination;

    Sending(Broker broker) throws Exception {
        this.sender = broker.sender();
        this.destination = broker.destination();
    }

    void placed(String messageId, String orderNo, String buyer, long cents) throws Exception {
        send(messageId, orderNo, "order.placed", event("order.placed", orderNo, buyer, cents));
    }

    void cancelled(String messageId, String orderNo, String buyer, long cents) throws Exception {
        send(messageId, orderNo, "order.cancelled", event("order.cancelled", orderNo, buyer, cents));
    }

    /** Until the broker has it; each time it gets another id there. */
    void send(String messageId, String orderNo, String type, String payload) throws Exception {
        StoredMessage message = new StoredMessage(
                1,
                messageId,
                destination,
                orderNo,
                "application/json",
                Map.of("type", type),
                payload.getBytes(StandardCharsets.UTF_8),
                System.currentTimeMillis(),
                0);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        SendResult result;
        do {
            result = sender.send(message).toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } while (!(result instanceof SendResult.Delivered) && System.nanoTime() < deadline);
        if (!(result instanceof SendResult.Delivered)) {
            throw new IllegalStateException("not sent: " + result);
        }
    }

    private static String event(String type, String orderNo, String buyer, long cents) {
        return "{\"type\":\"" + type + "\",\"orderNo\":\"" + orderNo + "\",\"buyer\":\"" + buyer
                + "\",\"sku\":\"TEA-1\",\"quantity\":1,\"amountCents\":" + cents + ",\"more\":\"later\"}";
    }

    @Override
    public void close() {
        sender.close();
    }
}
