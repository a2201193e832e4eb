package io.yici.external;

import java.time.Duration;

/** One exchange with the other system: the key to send, and the time there is. Immutable. */
public final class StepCall {
    private final String key;
    private final int generation;
    private final long deadlineNanos;

    /** An exchange that has this long from now, by this process's monotonic clock. */
    public StepCall(String key, int generation, Duration timeout) {
        this.key = key;
        this.generation = generation;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    /**
     * The idempotency key for the other system: the same on every try of this generation, 64 hexadecimal digits. Its
     * callbacks are settled under it.
     */
    public String key() {
        return key;
    }

    /** Which key of the operation this is: 1, and one more after each definitive failure that is tried again. */
    public int generation() {
        return generation;
    }

    /**
     * The time that is left, never negative; to be given to the client as its time-out. Monotonic. At zero nothing may
     * be sent any more: throw {@link CallNotSentException} instead.
     */
    public Duration timeLeft() {
        Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
