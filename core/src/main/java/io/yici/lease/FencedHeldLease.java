package io.yici.lease;

/** A lease with its fence. */
final class FencedHeldLease extends HeldLease implements FencedLease {
    private final long fence;

    FencedHeldLease(Holding holding, long fence) {
        super(holding);
        this.fence = fence;
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public String toString() {
        return super.toString() + " with fence " + fence;
    }
}
