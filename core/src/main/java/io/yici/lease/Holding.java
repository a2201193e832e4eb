package io.yici.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One acquisition from its request to its end, which comes once: released or lost. What is lost is never held again,
 * even when a late answer of the store says that it could be.
 */
final class Holding {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final LeaseKeeper keeper;
    private final LeaseName name;
    private final String owner;
    private final Duration time;
    /** When renewal must have ended. */
    private final long lifeEnd;

    private final List<Consumer<LeaseLoss>> told = new ArrayList<>(1);
    /** Until when it is certainly held, on the keeper's clock. */
    private long end;

    private @Nullable Future<?> watch;
    private @Nullable Future<?> renewal;
    private boolean closing;
    private boolean released;
    private @Nullable LeaseLoss loss;

    /** @param sent before the request was sent */
    Holding(LeaseKeeper keeper, LeaseName name, String owner, Duration time, long sent) {
        this.keeper = keeper;
        this.name = name;
        this.owner = owner;
        this.time = time;
        this.end = sent + certain(time);
        this.lifeEnd = sent + Math.max(time.toNanos(), keeper.longestHold().toNanos());
    }

    /**
     * How long a store certainly keeps a name that it is asked to keep for a time, in nanoseconds: stores count whole
     * milliseconds, of the time and of their clock, whose current one may be nearly over.
     */
    static long certain(Duration time) {
        return TimeUnit.MILLISECONDS.toNanos(time.toMillis() - 1);
    }

    LeaseName name() {
        return name;
    }

    String owner() {
        return owner;
    }

    Duration time() {
        return time;
    }

    /** Starts to be kept; false when its time is over already. */
    boolean begin() {
        if (keeper.clock() - endNow() >= 0) {
            return false;
        }
        keeper.keep(this);
        return true;
    }

    synchronized long endNow() {
        return end;
    }

    boolean isHeld() {
        return !isOver();
    }

    /** Whether it has ended; notices that its time is over. */
    boolean isOver() {
        LeaseLoss why;
        synchronized (this) {
            if (released || loss != null) {
                return true;
            }
            if (keeper.clock() - end < 0) {
                return false;
            }
            boolean toTheLast = end + StoredLeases.SHORTEST.toNanos() - lifeEnd > 0;
            why = keeper.renews() && toTheLast ? LeaseLoss.LIFE_OVER : LeaseLoss.TIME_OVER;
        }
        lose(why);
        return true;
    }

    synchronized Duration remaining() {
        return released || loss != null ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - keeper.clock()));
    }

    /** How long the next renewal may last: the time that was asked for, or what is left of its life. */
    Duration nextTime() {
        return Duration.ofNanos(Math.min(time.toNanos(), lifeEnd - keeper.clock()));
    }

    /**
     * Takes in a renewal that was sent before its old time was over.
     *
     * @return false when the answer came too late, and the holding ended before
     */
    boolean renewedUntil(long newEnd) {
        if (isOver()) {
            return false;
        }
        synchronized (this) {
            if (released || loss != null) {
                return false;
            }
            if (newEnd - end > 0) {
                end = newEnd;
            }
            return true;
        }
    }

    void onLoss(Consumer<LeaseLoss> callback) {
        isOver(); // notices an end that has come
        LeaseLoss already;
        synchronized (this) {
            already = loss;
            if (already == null && !released) {
                told.add(callback);
            }
        }
        if (already != null) {
            tell(callback, already);
        }
    }

    void lose(LeaseLoss why) {
        List<Consumer<LeaseLoss>> callbacks;
        synchronized (this) {
            if (released || loss != null) {
                return;
            }
            loss = why;
            callbacks = List.copyOf(told);
        }
        LOG.info("The lease '{}' is lost: {}", name.label(), why);
        keeper.forget(this);
        callbacks.forEach(callback -> keeper.tell(() -> tell(callback, why)));
    }

    private void tell(Consumer<LeaseLoss> callback, LeaseLoss why) {
        try {
            callback.accept(why);
        } catch (RuntimeException | Error failed) {
            LOG.warn("A callback about the loss of the lease '{}' failed", name.label(), failed);
        }
    }

    void close() {
        synchronized (this) {
            if (closing) {
                return;
            }
            closing = true;
        }
        keeper.close(this);
    }

    synchronized void watchedBy(@Nullable Future<?> task) {
        watch = task;
    }

    synchronized void renewedBy(@Nullable Future<?> task) {
        renewal = task;
    }

    /** Drops what is still planned for it. */
    synchronized void forget() {
        if (watch != null) {
            watch.cancel(false);
        }
        if (renewal != null) {
            renewal.cancel(false);
        }
    }

    /** Ends it, unless it is lost; either way the store is then asked to free what may still be ours there. */
    synchronized void released() {
        released = true;
        keeper.forget(this);
    }
}
