package io.yici.inbox;

import io.yici.MisuseException;
import io.yici.internal.InboxSystem;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages in for one {@link Subscription}: record and effect commit in one transaction, so that a message takes
 * effect once however often it is delivered. Call it from whatever receives messages, acknowledge when it says done.
 *
 * <p>Begins its own transactions, also where Spring manages them, and blocks for them and for the handler. Thread-safe.
 * Had from {@code JdbcYici.inbox(Subscription)} or {@code SpringYici.inbox(Subscription)}.
 */
public final class Inbox implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int MOST = 10_000;

    private final InboxSystem system;
    private @Nullable InboxWorker worker;

    /** For one subscription. */
    public Inbox(InboxSystem system) {
        this.system = system;
    }

    /** What it is for. */
    public Subscription subscription() {
        return system.subscription();
    }

    /**
     * Handles one message. Never throws for a handler that fails, a message that makes no sense, or a database that is
     * gone: it says so. Errors of the virtual machine pass.
     *
     * @throws MisuseException the calling thread is inside a transaction, or a run of Yici, with which the effect would
     *     wait to be committed
     */
    public Handled handle(Received message) {
        return system.handle(message);
    }

    /**
     * Handles several, in one transaction where all goes well. One that fails does not harm the others, except that
     * those of its ordering key wait for it.
     *
     * @param messages in the order they came
     * @return what came of each, in the same order
     * @throws MisuseException as {@link #handle}
     */
    public List<Handled> handleAll(List<Received> messages) {
        return system.handleAll(messages);
    }

    /** The messages it has parked. */
    public ParkedMessages parked() {
        return new ParkedMessages(system);
    }

    /**
     * Runs the parked messages that were released, and those behind them, now; blocks for their handlers. For those who
     * do not {@link #start()} a worker, and for tests.
     *
     * @return how many took effect
     * @throws io.yici.IdempotencyException the store failed
     */
    public int runReleased() {
        return system.runReleased(MOST, true);
    }

    /** Does so every second on a daemon thread, until closed; on as many nodes as you like. */
    public void start() {
        start(EVERY);
    }

    /** The same every so often, roughly. */
    public synchronized void start(Duration every) {
        if (worker != null) {
            throw new IllegalStateException("the inbox is started already");
        }
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("every must be positive, not " + every);
        }
        worker = new InboxWorker(system, every);
        worker.start();
    }

    /** Whether a worker runs here. */
    public synchronized boolean isStarted() {
        return worker != null;
    }

    /**
     * Ends the worker after the message under way, which is interrupted when it takes long; waits for it a few seconds
     * at most. Messages are still taken in.
     */
    @Override
    public synchronized void close() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }
}
