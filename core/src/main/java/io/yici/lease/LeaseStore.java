package io.yici.lease;

import java.time.Duration;

/**
 * Where leases are kept: which owner has a name, and until when, by the store's own clock. Each method is one atomic
 * step. Thread-safe. {@link StoredLeases} makes leases of it; {@code LeaseContract} shows that it is right.
 *
 * <p>Every method blocks for as long as the store takes, with a bound of its own, and throws
 * {@link io.yici.store.StoreException} when the store cannot be asked; the step may then have been done or not, unless
 * it says {@link io.yici.store.Failure#REFUSED}.
 */
public interface LeaseStore {
    /**
     * Gives a free name to {@code owner} until {@code time} from now is over.
     *
     * @param owner 32 characters that no other acquisition has
     * @param time at least 10 ms; the store ends it exactly then or sooner, never later
     * @return false at once when somebody has it
     * @throws io.yici.MisuseException when it cannot be asked in the calling thread's transaction
     */
    boolean take(LeaseName name, String owner, Duration time);

    /** Starts the time anew; false when the name is not this owner's any more, or its time was over already. */
    boolean renew(LeaseName name, String owner, Duration time);

    /** Frees the name; false, with nothing changed, when it is not this owner's any more. */
    boolean release(LeaseName name, String owner);
}
