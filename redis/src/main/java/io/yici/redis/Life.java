package io.yici.redis;

import java.time.Duration;

/** How long a key lives: never for ever, and never for nothing. */
final class Life {
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private Life() {}

    /** Whole milliseconds, rounded down, so that Redis ends it no later than asked for. */
    static long millis(String argument, Duration life) {
        if (life.compareTo(Duration.ofMillis(1)) < 0 || life.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(argument + ": must be 1 ms to ten years, not " + life);
        }
        return life.toMillis();
    }
}
