package io.yici.lease;

/** Why a lease is no longer held. */
public enum LeaseLoss {
    /**
     * The store answered that the name is free, or somebody else's: its time was over there, or the store forgot it.
     */
    GONE,
    /**
     * Its time was over before a renewal succeeded: the store did not answer, the process was paused, or none was
     * asked.
     */
    TIME_OVER,
    /** It was held as long as renewal is allowed to. */
    LIFE_OVER,
    /** Its {@link Leases} were closed, and nobody renews it any more. */
    CLOSED
}
