package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.messaging.internal.Reading;
import io.yici.messaging.internal.Reception;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects, has the inbox handle what comes, and settles it; on one thread, until told to end. */
final class RabbitLoop implements Reading.Loop {
    private static final Logger LOG = LoggerFactory.getLogger(RabbitLoop.class);
    private static final long ROUND_MILLIS = 100;

    private final ConnectionFactory factory;
    private final Inbox inbox;
    private final String queue;
    private final int prefetch;
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean away;

    RabbitLoop(ConnectionFactory factory, Inbox inbox, String queue, int prefetch) {
        this.factory = factory;
        this.inbox = inbox;
        this.queue = queue;
        this.prefetch = prefetch;
    }

    @Override
    public void end() {
        ended.countDown();
    }

    @Override
    public void run() {
        try {
            while (ended.getCount() > 0) {
                connected();
                ended.await(Reception.AFTER_TROUBLE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For as long as the connection lasts. */
    private void connected() throws InterruptedException {
        Connection connection;
        try {
            connection =
                    factory.newConnection("yici-inbox " + inbox.subscription().group());
        } catch (IOException | TimeoutException e) {
            if (!away) {
                LOG.warn("RabbitMQ is not reached for {}; it is tried again every second: {}", queue, e.toString());
            }
            away = true;
            return;
        }
        if (away) {
            LOG.info("RabbitMQ is reached again for {}.", queue);
        }
        away = false;
        try {
            consume(connection);
        } catch (IOException | com.rabbitmq.client.ShutdownSignalException e) {
            LOG.warn("Reading {} failed; it is tried again", queue, e);
        } finally {
            Connections.close(connection);
        }
    }

    private void consume(Connection connection) throws IOException, InterruptedException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("RabbitMQ allows no channel more on this connection");
        }
        channel.basicQos(prefetch);
        BlockingQueue<Delivery> arrived = new LinkedBlockingQueue<>();
        CountDownLatch cancelled = new CountDownLatch(1);
        channel.basicConsume(
                queue,
                false,
                (tag, come) -> arrived.add(new Delivery(
                        channel,
                        come.getEnvelope().getDeliveryTag(),
                        RabbitMessages.received(queue, come.getEnvelope(), come.getProperties(), come.getBody()))),
                tag -> cancelled.countDown());
        WaitingRoom waiting = new WaitingRoom(inbox.subscription());
        while (ended.getCount() > 0 && channel.isOpen() && cancelled.getCount() > 0) {
            handle(next(arrived, waiting), waiting);
        }
    }

    /** Those whose time has come, in the order they arrived, and new ones that need not wait behind another. */
    private List<Delivery> next(BlockingQueue<Delivery> arrived, WaitingRoom waiting) throws InterruptedException {
        List<Delivery> fresh = new ArrayList<>();
        Delivery first = arrived.poll(ROUND_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
            fresh.add(first);
            arrived.drainTo(fresh);
        }
        return waiting.admit(fresh);
    }

    private void handle(List<Delivery> deliveries, WaitingRoom waiting) {
        if (deliveries.isEmpty()) {
            return;
        }
        List<Handled> handled =
                Reception.of(inbox, deliveries.stream().map(Delivery::message).toList());
        for (int i = 0; i < handled.size(); i++) {
            Delivery delivery = deliveries.get(i);
            if (handled.get(i) instanceof Handled.Later later) {
                waiting.keep(delivery, later.after());
            } else if (handled.get(i) instanceof Handled.DeadLettered dead) {
                LOG.warn("{} is rejected as a dead letter: {}", delivery.message(), dead.reason());
                waiting.left(delivery);
                delivery.reject();
            } else {
                waiting.left(delivery);
                delivery.acknowledge();
            }
        }
    }
}
