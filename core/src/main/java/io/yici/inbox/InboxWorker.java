package io.yici.inbox;

import io.yici.internal.InboxSystem;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs released messages every so often on a daemon thread, until closed. */
final class InboxWorker implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    /** How long is waited for the message under way, and once more after its interruption. */
    private static final Duration JOIN = Duration.ofMillis(2_500);

    private static final int BATCH = 200;

    /** Lanes whose first message went while another was being kept behind it are looked for seldom. */
    private static final int ORPHANS_EVERY = 10;

    private final InboxSystem system;
    private final long everyNanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    InboxWorker(InboxSystem system, Duration every) {
        this.system = system;
        this.everyNanos = every.toNanos();
        this.thread = new Thread(this, "yici-inbox-" + system.subscription().operation());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Nodes started together spread out. */
    @Override
    public void run() {
        try {
            double chance = ThreadLocalRandom.current().nextDouble();
            for (int round = 0; !closed.await((long) (everyNanos * chance), TimeUnit.NANOSECONDS); round++) {
                work(round % ORPHANS_EVERY == 0);
                chance = ThreadLocalRandom.current().nextDouble(0.8, 1.2);
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(boolean withOrphans) {
        try {
            system.runReleased(BATCH, withOrphans);
        } catch (RuntimeException | Error failed) {
            LOG.warn("Released messages could not be run and are tried again", failed);
        }
    }

    void close() {
        closed.countDown();
        try {
            thread.join(JOIN.toMillis());
            thread.interrupt();
            thread.join(JOIN.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
