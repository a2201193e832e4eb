package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import io.yici.inbox.Received;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A message and the channel it came over, the only one on which it may be settled. */
record Delivery(Channel channel, long tag, Received message) {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    void acknowledge() {
        settle(() -> channel.basicAck(tag, false));
    }

    /** To the queue's dead-letter exchange. */
    void reject() {
        settle(() -> channel.basicReject(tag, false));
    }

    void giveBack() {
        settle(() -> channel.basicNack(tag, false, true));
    }

    /** What cannot be settled since its channel is gone comes again by itself. */
    private void settle(Settlement settlement) {
        try {
            settlement.run();
        } catch (IOException | AlreadyClosedException e) {
            LOG.debug("{} comes again, since its channel is gone", message, e);
        }
    }

    private interface Settlement {
        void run() throws IOException;
    }
}
