package io.yici.lease;

/** A lease with a fence, by which a holder that no longer is one can be told apart when it writes. */
public interface FencedLease extends Lease {
    /**
     * The number of this acquisition: higher than that of every earlier acquisition of the name, whatever happened to
     * the store in between, and the same for as long as this object lives, even when the lease is lost.
     */
    long fence();
}
