package io.yici.outbox;

import java.time.Duration;

/**
 * How messages are kept.
 *
 * @param keepSentFor how long a message that was sent is kept, for people to look at, until clean-up removes it; zero
 *     deletes it as it is sent
 */
public record OutboxSettings(Duration keepSentFor) {
    /** Checks the time. */
    public OutboxSettings {
        if (keepSentFor.isNegative()) {
            throw new IllegalArgumentException("keepSentFor must not be negative, but is " + keepSentFor);
        }
    }

    /** Deletes what is sent. */
    public static OutboxSettings defaults() {
        return new OutboxSettings(Duration.ZERO);
    }
}
