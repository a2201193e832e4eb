package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connection with one channel in confirm mode, and what it has not confirmed. A returned message is confirmed as
 * well, right after its return; the broker does not say which of several copies it returns, but copies have one fate.
 * Used until it breaks. Thread-safe.
 */
final class ConfirmedChannel {
    private static final int NOT_FOUND = 404;
    private static final int ACCESS_REFUSED = 403;

    private final Connection connection;
    private final Channel channel;
    private final NavigableMap<Long, Pending> unconfirmed = new ConcurrentSkipListMap<>();
    private volatile @Nullable String blocked;

    private ConfirmedChannel(Connection connection, Channel channel) {
        this.connection = connection;
        this.channel = channel;
    }

    private static final class Pending {
        private final String messageId;
        private final Route route;
        private final CompletableFuture<SendResult> result;
        private volatile @Nullable String returned;

        private Pending(String messageId, Route route, CompletableFuture<SendResult> result) {
            this.messageId = messageId;
            this.route = route;
            this.result = result;
        }
    }

    static ConfirmedChannel open(ConnectionFactory factory) throws IOException, TimeoutException {
        Connection connection = factory.newConnection("yici-outbox");
        try {
            Channel channel = connection.createChannel();
            if (channel == null) {
                throw new IOException("RabbitMQ allows no channel more on this connection");
            }
            ConfirmedChannel confirmed = new ConfirmedChannel(connection, channel);
            confirmed.listen();
            return confirmed;
        } catch (IOException | RuntimeException e) {
            Connections.close(connection);
            throw e;
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    synchronized void publish(StoredMessage message, CompletableFuture<SendResult> result) throws IOException {
        String alarm = blocked;
        if (alarm != null) {
            result.complete(new SendResult.Unreachable("RabbitMQ takes nothing for now: " + alarm));
            return;
        }
        Route route = Route.of(message.destination());
        long number = channel.getNextPublishSeqNo();
        unconfirmed.put(number, new Pending(message.messageId(), route, result));
        result.whenComplete((sent, failure) -> unconfirmed.remove(number));
        channel.basicPublish(
                route.exchange(), route.routingKey(), true, RabbitMessages.properties(message), message.payload());
    }

    void close() {
        Connections.close(connection);
    }

    private void listen() throws IOException {
        channel.confirmSelect();
        channel.addReturnListener(this::returned);
        channel.addConfirmListener(
                (number, upTo) -> settled(number, upTo).forEach(ConfirmedChannel::confirmed),
                (number, upTo) -> settled(number, upTo)
                        .forEach(each ->
                                each.result.complete(new SendResult.Unreachable("RabbitMQ could not keep it"))));
        channel.addShutdownListener(this::ended);
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocked = reason;
            }

            @Override
            public void handleUnblocked() {
                blocked = null;
            }
        });
    }

    private static void confirmed(Pending pending) {
        String unroutable = pending.returned;
        pending.result.complete(
                unroutable == null ? new SendResult.Delivered() : new SendResult.Refused("unroutable: " + unroutable));
    }

    private void returned(Return back) {
        for (Pending each : unconfirmed.values()) {
            if (each.messageId.equals(back.getProperties().getMessageId())
                    && each.route.equals(new Route(back.getExchange(), back.getRoutingKey()))) {
                each.returned = back.getReplyText();
            }
        }
    }

    private List<Pending> settled(long number, boolean upTo) {
        NavigableMap<Long, Pending> meant =
                upTo ? unconfirmed.headMap(number, true) : unconfirmed.subMap(number, true, number, true);
        return new ArrayList<>(meant.values());
    }

    /** A channel that is closed for one message takes the others with it: only those it names are refused. */
    private void ended(ShutdownSignalException cause) {
        for (Pending each : new ArrayList<>(unconfirmed.values())) {
            each.result.complete(
                    isAbout(cause, each.route)
                            ? new SendResult.Refused(String.valueOf(cause.getMessage()))
                            : new SendResult.Unreachable(String.valueOf(cause.getMessage())));
        }
    }

    private static boolean isAbout(ShutdownSignalException cause, Route route) {
        return cause.getReason() instanceof AMQP.Channel.Close close
                && (close.getReplyCode() == NOT_FOUND || close.getReplyCode() == ACCESS_REFUSED)
                && close.getReplyText().contains("exchange '" + route.exchange() + "'");
    }
}
