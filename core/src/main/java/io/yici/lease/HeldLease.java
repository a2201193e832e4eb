package io.yici.lease;

import java.time.Duration;
import java.util.function.Consumer;

/** A lease as its holder sees it. */
class HeldLease implements Lease {
    private final Holding holding;

    HeldLease(Holding holding) {
        this.holding = holding;
    }

    @Override
    public String name() {
        return holding.name().text();
    }

    @Override
    public boolean isHeld() {
        return holding.isHeld();
    }

    @Override
    public Duration remaining() {
        return holding.remaining();
    }

    @Override
    public void onLoss(Consumer<LeaseLoss> told) {
        holding.onLoss(told);
    }

    @Override
    public void close() {
        holding.close();
    }

    @Override
    public String toString() {
        return "lease '" + holding.name().label() + "'";
    }
}
