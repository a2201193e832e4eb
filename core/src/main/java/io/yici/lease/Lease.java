package io.yici.lease;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * A name held for a limited time. Nobody else is given the name while it is held, but the holder may learn late that it
 * no longer is (a long pause, a network cut): what must not happen twice is refused by a fence or by a record, not by a
 * lease. Thread-safe.
 *
 * <p>Belongs to one acquisition, not to a thread, process or host: the same thread asking for the name again is told
 * that it is held.
 */
public interface Lease extends AutoCloseable {
    /** The name as it was asked for. */
    String name();

    /**
     * Whether the name is still held, as far as this process can know: by its monotonic clock, counted from before the
     * request that took or renewed the lease was sent, so never longer than the store thinks. Asks nobody.
     */
    boolean isHeld();

    /** The time for which the name is certainly held without another renewal; zero once it is not held. */
    Duration remaining();

    /**
     * Has {@code told} called once when the lease is lost, on a thread of its own; at once, on the calling thread, when
     * it is lost already; never after it was released. A callback that fails is logged and harms nobody.
     */
    void onLoss(Consumer<LeaseLoss> told);

    /**
     * Gives the name back if it is still this acquisition's; a name that somebody else has by now is left alone.
     * Closing again does nothing. Inside a transaction that {@link LeaseSettings#transaction()} knows, the name is
     * given back after the transaction has ended either way, by another thread, and until then it is held and renewed.
     *
     * <p>Does not fail: a store that cannot be reached is logged, and the name is free once its time is over.
     */
    @Override
    void close();
}
