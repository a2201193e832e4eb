package io.yici.http.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * The wait between attempts: doubles from the first to the longest, of which a random half to whole is taken, so that
 * callers who failed together do not return together.
 */
record Backoff(Duration first, Duration longest) {
    Backoff {
        if (first.isNegative() || first.isZero()) {
            throw new IllegalArgumentException("first must be longer than zero");
        }
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("longest must not be shorter than first");
        }
    }

    /**
     * The wait after the attempt of this number, counted from 1.
     *
     * @param chance from 0 to 1
     */
    Duration after(int attempt, DoubleSupplier chance) {
        double whole = Math.min(Math.scalb((double) first.toNanos(), attempt - 1), (double) longest.toNanos());
        return Duration.ofNanos((long) (whole * (1 + chance.getAsDouble()) / 2));
    }
}
