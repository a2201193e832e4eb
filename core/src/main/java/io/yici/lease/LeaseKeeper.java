package io.yici.lease;

import io.yici.store.StoreException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps holdings alive and notices when they end. One thread watches the clock and never waits for anything, a few ask
 * the store, and callbacks have threads of their own: neither a store that hangs nor a callback that blocks keeps
 * another holder from being told in time. All are daemons, and idle ones end.
 */
final class LeaseKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    /** Renewals that may wait for the store at once, and so the most connections they use. */
    private static final int RENEWERS = 4;

    private static final int IDLE_SECONDS = 30;

    private final LeaseStore store;
    private final LeaseSettings settings;
    private final LongSupplier clock;
    private final ScheduledThreadPoolExecutor watch;
    private final ThreadPoolExecutor renewers;
    private final ExecutorService tellers = Executors.newCachedThreadPool(daemons("yici-lease-loss"));
    private final Set<Holding> held = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    LeaseKeeper(LeaseStore store, LeaseSettings settings, LongSupplier clock) {
        this.store = store;
        this.settings = settings;
        this.clock = clock;
        watch = new ScheduledThreadPoolExecutor(1, daemons("yici-lease-watch"));
        watch.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        watch.allowCoreThreadTimeOut(true);
        watch.setRemoveOnCancelPolicy(true);
        watch.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        renewers = new ThreadPoolExecutor(
                RENEWERS,
                RENEWERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("yici-lease-renewal"));
        renewers.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    long clock() {
        return clock.getAsLong();
    }

    boolean renews() {
        return settings.renews();
    }

    Duration longestHold() {
        return settings.renews() ? settings.longestHold() : Duration.ZERO;
    }

    void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException("these leases are closed");
        }
    }

    void keep(Holding holding) {
        held.add(holding);
        if (closed.get()) {
            holding.lose(LeaseLoss.CLOSED);
            return;
        }
        watch(holding);
        if (settings.renews()) {
            renewAfter(holding, holding.time().toNanos() / 3);
        }
    }

    /** Looks again whenever the end that was known has come, since a renewal may have moved it. */
    private void watch(Holding holding) {
        holding.watchedBy(later(
                () -> {
                    if (!holding.isOver()) {
                        watch(holding);
                    }
                },
                holding.endNow() - clock()));
    }

    private void renewAfter(Holding holding, long nanos) {
        holding.renewedBy(later(() -> renewers.execute(() -> renew(holding)), nanos));
    }

    private void renew(Holding holding) {
        Duration asked = holding.nextTime();
        if (holding.isOver() || asked.compareTo(StoredLeases.SHORTEST) < 0) {
            return;
        }
        long third = holding.time().toNanos() / 3;
        try {
            long sent = clock();
            if (!store.renew(holding.name(), holding.owner(), asked)) {
                holding.lose(LeaseLoss.GONE);
            } else if (holding.renewedUntil(sent + Holding.certain(asked))) {
                renewAfter(holding, third);
            } else {
                StoredLeases.releaseQuietly(store, holding.name(), holding.owner());
            }
        } catch (RuntimeException unreachable) {
            LOG.atLevel(
                            unreachable instanceof StoreException
                                    ? org.slf4j.event.Level.DEBUG
                                    : org.slf4j.event.Level.WARN)
                    .log(
                            "The lease '{}' could not be renewed; it is tried again",
                            holding.name().label(),
                            unreachable);
            renewAfter(holding, third / 4);
        }
    }

    private @Nullable Future<?> later(Runnable action, long nanos) {
        try {
            return watch.schedule(action, Math.max(nanos, 0), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closing) {
            LOG.trace("Nothing is kept any more", closing);
            return null;
        }
    }

    void tell(Runnable callback) {
        try {
            tellers.execute(callback);
        } catch (RejectedExecutionException closing) {
            callback.run();
        }
    }

    void forget(Holding holding) {
        held.remove(holding);
        holding.forget();
    }

    /**
     * Releases now, or after the transaction: then not on its thread, which may still have its connection, while those
     * who wait for one may be waiting for this release.
     */
    void close(Holding holding) {
        if (settings.transaction().afterEnd(() -> tell(() -> release(holding)))) {
            return;
        }
        if (holding.isOver()) {
            // Nobody depends on it, and the store may not be there.
            holding.released();
            releaseLater(holding);
        } else {
            release(holding);
        }
    }

    private void release(Holding holding) {
        holding.released();
        StoredLeases.releaseQuietly(store, holding.name(), holding.owner());
    }

    /** Frees what may still be the holding's in the store, without keeping the caller. */
    void releaseLater(Holding holding) {
        tell(() -> StoredLeases.releaseQuietly(store, holding.name(), holding.owner()));
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            held.forEach(holding -> holding.lose(LeaseLoss.CLOSED));
            watch.shutdownNow();
            renewers.shutdown();
            tellers.shutdown();
        }
    }
}
