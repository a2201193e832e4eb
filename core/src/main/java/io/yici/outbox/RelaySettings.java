package io.yici.outbox;

import java.time.Duration;

/**
 * How a relay works.
 *
 * @param batch most messages read at once, 1 to 10,000; as many that hang, without ordering keys, hold up a part of the
 *     outbox until the sender's delivery time-out
 * @param pollEvery how often it looks for what other processes have written, or what failed
 * @param lease how long a node that stopped keeps its messages from others; longer than the delivery time-out of the
 *     sender, so that nothing arrives from it when others have gone on
 * @param tries after how many failures a message is parked
 * @param backoffFrom the wait after the first failure; doubles with each, half of it left to chance
 * @param backoffTo the longest such wait
 * @param pauseFrom the first wait for a broker that takes nothing; doubles, half of it left to chance
 * @param pauseTo the longest such wait
 */
public record RelaySettings(
        int batch,
        Duration pollEvery,
        Duration lease,
        int tries,
        Duration backoffFrom,
        Duration backoffTo,
        Duration pauseFrom,
        Duration pauseTo) {
    /** Checks all. */
    public RelaySettings {
        if (batch < 1 || batch > 10_000) {
            throw new IllegalArgumentException("batch must be 1 to 10000, not " + batch);
        }
        if (tries < 1) {
            throw new IllegalArgumentException("tries must be at least 1, not " + tries);
        }
        positive("pollEvery", pollEvery);
        positive("lease", lease);
        span("backoff", backoffFrom, backoffTo);
        span("pause", pauseFrom, pauseTo);
    }

    /** Batches of 500, a poll every second, a lease of 20 s, 10 tries over 1 s to 5 min, pauses of 0.2 to 30 s. */
    public static RelaySettings defaults() {
        return new RelaySettings(
                500,
                Duration.ofSeconds(1),
                Duration.ofSeconds(20),
                10,
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofMillis(200),
                Duration.ofSeconds(30));
    }

    /** With another batch. */
    public RelaySettings batch(int most) {
        return new RelaySettings(most, pollEvery, lease, tries, backoffFrom, backoffTo, pauseFrom, pauseTo);
    }

    /** With another poll interval. */
    public RelaySettings pollEvery(Duration every) {
        return new RelaySettings(batch, every, lease, tries, backoffFrom, backoffTo, pauseFrom, pauseTo);
    }

    /** With another lease. */
    public RelaySettings lease(Duration time) {
        return new RelaySettings(batch, pollEvery, time, tries, backoffFrom, backoffTo, pauseFrom, pauseTo);
    }

    /** Parking after another number of failures. */
    public RelaySettings tries(int most) {
        return new RelaySettings(batch, pollEvery, lease, most, backoffFrom, backoffTo, pauseFrom, pauseTo);
    }

    /** With other waits after failures. */
    public RelaySettings backoff(Duration from, Duration to) {
        return new RelaySettings(batch, pollEvery, lease, tries, from, to, pauseFrom, pauseTo);
    }

    /** With other waits for a broker that takes nothing. */
    public RelaySettings pause(Duration from, Duration to) {
        return new RelaySettings(batch, pollEvery, lease, tries, backoffFrom, backoffTo, from, to);
    }

    private static void span(String name, Duration from, Duration to) {
        positive(name, from);
        if (to.compareTo(from) < 0) {
            throw new IllegalArgumentException(name + " must not end before it begins: " + from + " to " + to);
        }
    }

    private static void positive(String name, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + time);
        }
    }
}
