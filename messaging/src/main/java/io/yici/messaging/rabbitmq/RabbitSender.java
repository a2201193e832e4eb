package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages of the outbox to RabbitMQ, persistent, mandatory and confirmed, over a connection of its own. A
 * destination is {@code exchange/routing-key}, split at the first slash; without a slash, or with nothing before it, it
 * is a queue.
 *
 * <p>A message that no queue takes is refused as unroutable, and so is one to an exchange that is not there; a broker
 * that does not confirm in time, rejects for want of space, blocks publishers or is gone is unreachable. Queues must be
 * durable for what is confirmed to outlive the broker. {@link #send} blocks while it connects, at most 5 seconds.
 * Thread-safe.
 */
public final class RabbitSender implements MessageSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ConnectionFactory factory;
    private final Duration deliveryTimeout;
    private @Nullable ConfirmedChannel open;
    private boolean closed;

    private RabbitSender(ConnectionFactory factory, Duration deliveryTimeout) {
        this.factory = factory;
        this.deliveryTimeout = deliveryTimeout;
    }

    /** Where the factory connects to; it is copied. A confirm is waited for 10 seconds. */
    public static RabbitSender with(ConnectionFactory factory) {
        return new RabbitSender(Connections.of(factory), TIMEOUT);
    }

    /** How long a confirm is waited for. */
    public RabbitSender deliveryTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be positive, not " + timeout);
        }
        return new RabbitSender(factory, timeout);
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        CompletableFuture<SendResult> result = new CompletableFuture<>();
        try {
            channel().publish(message, result);
        } catch (IOException | TimeoutException | RuntimeException e) {
            result.complete(new SendResult.Unreachable(e.toString()));
        }
        return result.completeOnTimeout(
                new SendResult.Unreachable("RabbitMQ has not confirmed within " + deliveryTimeout),
                deliveryTimeout.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    @Override
    public Duration deliveryTimeout() {
        return deliveryTimeout.plus(Connections.CONNECT);
    }

    /** Ends the connection; what is not confirmed by then is unreachable. */
    @Override
    public synchronized void close() {
        closed = true;
        if (open != null) {
            open.close();
            open = null;
        }
    }

    private synchronized ConfirmedChannel channel() throws IOException, TimeoutException {
        if (closed) {
            throw new IllegalStateException("the sender is closed");
        }
        ConfirmedChannel usable = open;
        if (usable == null || !usable.isOpen()) {
            if (usable != null) {
                usable.close();
            }
            usable = ConfirmedChannel.open(factory);
            open = usable;
        }
        return usable;
    }
}
