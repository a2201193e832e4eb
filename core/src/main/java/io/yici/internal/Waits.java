package io.yici.internal;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits that double from the first to the longest, half of each left to chance. */
record Waits(Duration first, Duration longest) {
    private static final int MOST_DOUBLINGS = 30;

    /** The one after so many failures in a row, at least one. */
    Duration after(int failures) {
        long millis = Math.max(1, first.toMillis()) << Math.min(failures - 1, MOST_DOUBLINGS);
        long whole = Math.max(1, Math.min(millis, longest.toMillis()));
        return Duration.ofMillis(whole - ThreadLocalRandom.current().nextLong(whole / 2 + 1));
    }

    /** The same, and not shorter than was asked for. */
    Duration after(int failures, Duration asked) {
        Duration own = after(failures);
        return asked.compareTo(own) > 0 ? asked : own;
    }
}
