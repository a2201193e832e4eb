package io.yici.external;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How calls of one kind are made and settled. Start from {@link #defaults()} and change what differs. Immutable.
 *
 * @param callTimeout how long one exchange may take; 10 seconds by default. {@link StepCall#timeLeft()} counts it down
 * @param lease how long an attempt is taken to be running before another may go on in its place; longer than the
 *     exchange, 60 seconds by default
 * @param dedupeWindow how long after its first arrival the other side recognises our key and answers instead of acting
 *     again; null, the default, when that is not declared: then nothing is ever sent a second time
 * @param settleDelay how long after a call "absent" is not believed, since the call may still be under way; longer than
 *     lease and exchange together, twice as long by default
 * @param tries how often the settler asks before a person is asked; 20 by default
 * @param triesOver over which time these are spread, with growing delays; 24 hours by default
 */
public record StepSettings(
        Duration callTimeout,
        Duration lease,
        @Nullable Duration dedupeWindow,
        Duration settleDelay,
        int tries,
        Duration triesOver) {
    private static final StepSettings DEFAULTS = timed(Duration.ofSeconds(10), Duration.ofSeconds(60));

    /** Checks that the periods fit together, by name. */
    public StepSettings {
        positive(callTimeout, "callTimeout");
        positive(lease, "lease");
        positive(triesOver, "triesOver");
        Objects.requireNonNull(settleDelay, "settleDelay");
        if (lease.compareTo(callTimeout) <= 0) {
            throw new IllegalArgumentException("lease (" + lease + ") must be longer than callTimeout (" + callTimeout
                    + "): another attempt could go on while a call is being made");
        }
        if (settleDelay.compareTo(lease.plus(callTimeout)) <= 0) {
            throw new IllegalArgumentException("settleDelay (" + settleDelay
                    + ") must be longer than lease + callTimeout (" + lease + " + " + callTimeout
                    + "): a call could be repeated while it is still under way");
        }
        if (dedupeWindow != null) {
            positive(dedupeWindow, "dedupeWindow");
        }
        if (tries < 1 || tries > 1000) {
            throw new IllegalArgumentException("tries must be 1 to 1000, not " + tries);
        }
    }

    /** The defaults named above. */
    public static StepSettings defaults() {
        return DEFAULTS;
    }

    /** The defaults with this time-out and lease, and the settle delay that follows from them. */
    public static StepSettings timed(Duration callTimeout, Duration lease) {
        return new StepSettings(
                callTimeout, lease, null, lease.plus(callTimeout).multipliedBy(2), 20, Duration.ofHours(24));
    }

    /** Declares that the other side recognises our key for this long; null that it does not. */
    public StepSettings dedupedFor(@Nullable Duration window) {
        return new StepSettings(callTimeout, lease, window, settleDelay, tries, triesOver);
    }

    /** Changes how long after a call "absent" is not believed. */
    public StepSettings settleDelay(Duration delay) {
        return new StepSettings(callTimeout, lease, dedupeWindow, delay, tries, triesOver);
    }

    /** Changes how often the settler asks, and over which time. */
    public StepSettings tries(int times, Duration over) {
        return new StepSettings(callTimeout, lease, dedupeWindow, settleDelay, times, over);
    }

    private static void positive(Duration period, String name) {
        Objects.requireNonNull(period, name);
        if (period.toMillis() < 1 || period.toDays() > 36525) {
            throw new IllegalArgumentException(name + " must be 1 millisecond to 100 years, not " + period);
        }
    }
}
