package io.yici.outbox;

import io.yici.IdempotencyException;
import io.yici.internal.OutboxSystem;
import io.yici.internal.RelayLoop;

/**
 * Sends what is committed in an outbox. Any number of nodes may run one: each serves a part of the messages at a time,
 * under a lease, so that the order of an ordering key holds across failures and nodes.
 *
 * <p>A message is taken out only when the sender says it is delivered; a crash in between sends it again, under the
 * same id. One that keeps failing is parked after some tries, and later ones of its ordering key wait behind it; other
 * keys flow. A broker that takes nothing burns no tries. Thread-safe.
 */
public final class Relay implements AutoCloseable {
    private final RelayLoop loop;

    Relay(OutboxSystem system, MessageSender sender, RelaySettings settings) {
        this.loop = new RelayLoop(system, sender, settings);
    }

    /**
     * Sends what is due now, and waits for its end. For tests and for who schedules by hand; not beside a started
     * relay's own thread.
     *
     * @throws IdempotencyException the store failed; what was sent and not yet taken out is sent again
     * @throws IllegalStateException it is started, or closed
     */
    public RelayRound runOnce() {
        return loop.runOnce();
    }

    /**
     * Sends on a daemon thread until closed: at once what this process has committed, what others have within the poll
     * interval. Failures of the store are logged and tried again.
     */
    public void start() {
        loop.start();
    }

    /** Lets a started one look now. Never blocks. */
    public void wake() {
        loop.wake();
    }

    /** Whether it runs by itself. */
    public boolean isStarted() {
        return loop.isStarted();
    }

    /**
     * Takes no more, waits for what is under way, at most for the sender's delivery time-out, takes it out, and gives
     * its part back to other nodes. The sender stays open.
     */
    @Override
    public void close() {
        loop.close();
    }
}
