package io.yici.lease;

import java.time.Duration;
import java.util.Optional;

/**
 * Names that can be held for a time, by one holder each. Thread-safe. An implementation passes the published
 * {@code LeaseContract}.
 *
 * <p>Names are of any length and any text; different names never meet. A time is at least 10 ms and at most a day. Two
 * objects on the same store, in one process or in many, exclude each other.
 *
 * @param <L> what a holder gets: with a fence, or without
 */
public interface Leases<L extends Lease> extends AutoCloseable {
    /**
     * Takes the name if nobody holds it, and answers at once, empty, if somebody does. Blocks for a few statements of
     * the store.
     *
     * @param time how long the name is held without renewal; the store frees it no later than that after the last one
     * @throws IllegalArgumentException naming the argument that is out of bounds
     * @throws io.yici.StoreUnavailableException the store cannot be asked; whether the name was taken is not known
     *     then, and if it was, it is free again once {@code time} is over
     * @throws io.yici.MisuseException the name cannot be taken in the transaction of the calling thread
     */
    Optional<L> tryAcquire(String name, Duration time);

    /**
     * Takes the name, waiting while somebody else holds it. Asks again every so often, with growing and random pauses;
     * holds no connection in between, and there is no order among those who wait.
     *
     * @param atMost how long to wait, 0 to 1 day; empty when it is over
     * @throws InterruptedException while waiting; nothing is held then
     */
    Optional<L> acquire(String name, Duration time, Duration atMost) throws InterruptedException;

    /**
     * Ends renewal. Leases still held are told {@link LeaseLoss#CLOSED}; their names are not given back, since the work
     * may go on, but end with their time, or when their holders close them.
     */
    @Override
    void close();
}
