package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.yici.inbox.Inbox;
import io.yici.messaging.internal.Reading;
import java.util.Objects;

/**
 * Reads a queue into an {@link Inbox}, over a connection of its own and on a thread of its own: what has come is
 * handled together, and each message acknowledged after the commit. One that is to come later is kept here without an
 * acknowledgement, and those of its ordering key behind it, and handled again when its time has come; it takes its part
 * of {@link #prefetch} meanwhile. After 5 minutes at most it goes back to the queue.
 *
 * <p>A dead letter is rejected, so that the queue's dead-letter exchange gets it; a queue without one drops it. A lost
 * connection is replaced by a new one; what was not acknowledged comes again. Order per key needs a queue with one
 * active consumer. The queue is not declared here.
 */
public final class RabbitInbox implements AutoCloseable {
    private static final int PREFETCH = 100;
    private static final int MOST_PREFETCH = 65_535;

    private final ConnectionFactory factory;
    private final Inbox inbox;
    private final String queue;
    private final int prefetch;
    private final Reading reading = new Reading();

    private RabbitInbox(ConnectionFactory factory, Inbox inbox, String queue, int prefetch) {
        this.factory = factory;
        this.inbox = inbox;
        this.queue = queue;
        this.prefetch = prefetch;
    }

    /** Where the factory connects to; it is copied. */
    public static RabbitInbox with(ConnectionFactory factory, Inbox inbox, String queue) {
        return new RabbitInbox(
                Connections.of(factory),
                Objects.requireNonNull(inbox, "inbox"),
                Objects.requireNonNull(queue, "queue"),
                PREFETCH);
    }

    /** How many unacknowledged messages it may have, waiting ones included, which is also the largest batch; 100. */
    public RabbitInbox prefetch(int count) {
        if (count < 1 || count > MOST_PREFETCH) {
            throw new IllegalArgumentException("prefetch must be 1 to " + MOST_PREFETCH + ", not " + count);
        }
        return new RabbitInbox(factory, inbox, queue, count);
    }

    /** Connects and consumes, on a thread of its own; a broker that is not there is tried again. */
    public void start() {
        reading.start(
                "yici-rabbitmq-" + inbox.subscription().operation(),
                () -> new RabbitLoop(factory, inbox, queue, prefetch));
    }

    /** Whether it reads; false too when an error of the virtual machine has ended it. */
    public boolean isRunning() {
        return reading.isRunning();
    }

    /** Finishes what is being handled and gives the rest back to the queue; waits for it 30 seconds at most. */
    @Override
    public void close() {
        reading.end();
    }
}
