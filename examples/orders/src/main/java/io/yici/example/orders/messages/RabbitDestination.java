package io.yici.example.orders.messages;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.yici.messaging.rabbitmq.RabbitSender;
import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/**
 * Sends to RabbitMQ, where an exchange has to be and a queue for each group of readers before anything is sent: what
 * nobody has a queue for would be refused. They are declared first, and again after something was not delivered, as
 * when the broker has lost its data. Harmless when they are there.
 */
final class RabbitDestination implements MessageSender {
    private static final String EXCHANGE = "orders";

    /** One for each group of fulfilment. */
    private static final List<String> QUEUES = List.of("orders.shipping", "orders.points");

    private final ConnectionFactory factory;
    private final RabbitSender sender;
    private volatile boolean declared;

    RabbitDestination(ConnectionFactory factory) {
        this.factory = factory;
        this.sender = RabbitSender.with(factory);
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        try {
            if (!declared) {
                declare();
                declared = true;
            }
        } catch (IOException | TimeoutException refused) {
            return CompletableFuture.completedFuture(new SendResult.Unreachable(refused.toString()));
        }
        return sender.send(message).whenComplete((result, failure) -> {
            if (!(result instanceof SendResult.Delivered)) {
                declared = false;
            }
        });
    }

    private synchronized void declare() throws IOException, TimeoutException {
        try (Connection connection = factory.newConnection("orders");
                Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(EXCHANGE, BuiltinExchangeType.FANOUT, true);
            for (String queue : QUEUES) {
                channel.queueDeclare(queue, true, false, false, null);
                channel.queueBind(queue, EXCHANGE, "");
            }
        }
    }

    @Override
    public Duration deliveryTimeout() {
        return sender.deliveryTimeout();
    }

    @Override
    public void close() {
        sender.close();
    }
}
