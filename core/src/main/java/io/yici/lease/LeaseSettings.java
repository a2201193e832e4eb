package io.yici.lease;

import java.time.Duration;
import java.util.Objects;

/**
 * How leases behave, whatever store they are in. Immutable.
 *
 * @param renews whether a lease is renewed, at a third of its time, until it is closed
 * @param longestHold how long renewal may keep one lease, 1 s to 7 days from its acquisition: a holder that hangs for
 *     ever does not hold for ever. Never shortens the time that was asked for
 * @param transaction knows the transaction of the calling thread
 */
public record LeaseSettings(boolean renews, Duration longestHold, SurroundingTransaction transaction) {
    private static final LeaseSettings DEFAULTS =
            new LeaseSettings(true, Duration.ofHours(1), SurroundingTransaction.NONE);

    /** Checks the bounds. */
    public LeaseSettings {
        Objects.requireNonNull(transaction, "transaction");
        if (longestHold.compareTo(Duration.ofSeconds(1)) < 0 || longestHold.compareTo(Duration.ofDays(7)) > 0) {
            throw new IllegalArgumentException("longestHold must be 1 s to 7 days, not " + longestHold);
        }
    }

    /** Renewed for an hour at most; no transactions are known. */
    public static LeaseSettings defaults() {
        return DEFAULTS;
    }

    /** The same without renewal: a lease ends with its time. */
    public LeaseSettings withoutRenewal() {
        return new LeaseSettings(false, longestHold, transaction);
    }

    /** The same with another longest hold. */
    public LeaseSettings renewingFor(Duration longest) {
        return new LeaseSettings(true, longest, transaction);
    }

    /** The same, releasing after the transactions that {@code known} knows too. */
    public LeaseSettings releasingAfter(SurroundingTransaction known) {
        return new LeaseSettings(renews, longestHold, transaction.or(known));
    }
}
