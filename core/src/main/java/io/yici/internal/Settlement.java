package io.yici.internal;

import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how an operation stands, in a transaction apart. "Absent" is believed only when the claim could be taken:
 * then nobody holds it, and no commit under way can still bring the record. The claim is given back at once.
 */
final class Settlement {
    /** What was found. */
    sealed interface Found {
        /** A record is committed. */
        record Committed(OperationRecord record) implements Found {}

        /** Nothing is recorded and nobody is running it. */
        record Absent() implements Found {}

        /** Somebody holds the claim, to the end of the time allowed. */
        record Held() implements Found {}

        /** The store could not tell in the time allowed. */
        record Untold(@Nullable StoreException why, String reason) implements Found {}
    }

    private final OperationStore store;
    private final NewRecord probe;

    Settlement(OperationStore store, NewRecord probe) {
        this.store = store;
        this.probe = probe;
    }

    /** Looks until there is an answer, at most this long. Holds a connection only while looking. */
    Found find(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        Pause pause = new Pause(5);
        while (true) {
            Found found = look();
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (found instanceof Found.Committed || found instanceof Found.Absent) {
                return found;
            }
            if (left.isNegative() || left.isZero() || !pause.take(left)) {
                return found;
            }
        }
    }

    private Found look() {
        StoreTransaction apart;
        try {
            apart = store.beginApart();
        } catch (StoreException unreachable) {
            return new Found.Untold(unreachable, unreachable.message());
        }
        try {
            return found(apart.claim(probe));
        } catch (StoreException failed) {
            return new Found.Untold(failed, failed.message());
        } finally {
            apart.rollback();
        }
    }

    private static Found found(Claim claim) {
        if (claim instanceof Claim.Recorded recorded) {
            return new Found.Committed(recorded.record());
        }
        if (claim instanceof Claim.InFlight) {
            return new Found.Held();
        }
        if (claim instanceof Claim.Busy busy) {
            return new Found.Untold(null, busy.reason());
        }
        return new Found.Absent();
    }
}
