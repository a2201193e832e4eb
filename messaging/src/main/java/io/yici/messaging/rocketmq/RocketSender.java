package io.yici.messaging.rocketmq;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.Validators;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.client.producer.selector.SelectMessageQueueByHash;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.exception.RemotingException;

/**
 * Sends messages of the outbox to RocketMQ. Destination is the topic; messages of one ordering key go to one queue, as
 * long as the topic keeps its number of queues; the message id is the key by which RocketMQ finds messages, and a
 * header. RocketMQ's own message id means nothing here, since a resend gets another.
 *
 * <p>A message that RocketMQ refuses for what it is is refused; all else, a topic that nobody knows included, counts as
 * a broker that is not there, and so does a message that is not yet where the broker is set up to have it (on disk, at
 * a replica). Headers without a value are left out, since RocketMQ has none. Thread-safe.
 */
public final class RocketSender implements MessageSender {
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final DefaultMQProducer producer;
    private boolean started;
    private boolean closed;

    private RocketSender(DefaultMQProducer producer) {
        this.producer = producer;
    }

    /** By a producer that is set up and not started; it is this sender's from now on. */
    public static RocketSender with(DefaultMQProducer producer) {
        return new RocketSender(producer);
    }

    @Override
    public CompletionStage<SendResult> send(StoredMessage message) {
        CompletableFuture<SendResult> result = new CompletableFuture<>();
        try {
            start();
            Message sent = RocketMessages.of(message);
            Validators.checkMessage(sent, producer);
            sendAsync(sent, message, result);
        } catch (IllegalArgumentException | MQClientException e) {
            result.complete(resultOf(e));
        } catch (IllegalStateException | RemotingException e) {
            result.complete(new SendResult.Unreachable(e.toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result.complete(new SendResult.Unreachable("interrupted"));
        }
        return result.completeOnTimeout(
                new SendResult.Unreachable("RocketMQ has not answered within " + deliveryTimeout()),
                deliveryTimeout().toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** The producer's {@code sendMsgTimeout} and a second. */
    @Override
    public Duration deliveryTimeout() {
        return Duration.ofMillis(producer.getSendMsgTimeout()).plus(MARGIN);
    }

    /** Ends the producer; what is under way may arrive. */
    @Override
    public synchronized void close() {
        closed = true;
        if (started) {
            started = false;
            producer.shutdown();
        }
    }

    private synchronized void start() throws MQClientException {
        if (closed) {
            throw new IllegalStateException("the sender is closed");
        }
        if (!started) {
            producer.start();
            started = true;
        }
    }

    private void sendAsync(Message sent, StoredMessage message, CompletableFuture<SendResult> result)
            throws MQClientException, RemotingException, InterruptedException {
        SendCallback callback = new SendCallback() {
            @Override
            public void onSuccess(org.apache.rocketmq.client.producer.SendResult answer) {
                result.complete(
                        answer.getSendStatus() == SendStatus.SEND_OK
                                ? new SendResult.Delivered()
                                : new SendResult.Unreachable("not yet safe: " + answer.getSendStatus()));
            }

            @Override
            public void onException(Throwable failure) {
                result.complete(resultOf(failure));
            }
        };
        int timeout = producer.getSendMsgTimeout();
        if (message.orderingKey() == null) {
            producer.send(sent, callback, timeout);
        } else {
            producer.send(sent, new SelectMessageQueueByHash(), message.orderingKey(), callback, timeout);
        }
    }

    private static SendResult resultOf(Throwable failure) {
        return Refusals.isOfTheMessage(failure)
                ? new SendResult.Refused(String.valueOf(failure.getMessage()))
                : new SendResult.Unreachable(failure.toString());
    }
}
