package io.yici.lease;

import java.time.Duration;
import java.util.OptionalLong;

/** A store of leases that hands out a fence with each acquisition. */
public interface FencedLeaseStore extends LeaseStore {
    /**
     * As {@link #take}, with the fence of the acquisition: higher than every one handed out for the name before.
     *
     * @return empty when somebody has the name
     */
    OptionalLong takeFenced(LeaseName name, String owner, Duration time);

    @Override
    default boolean take(LeaseName name, String owner, Duration time) {
        return takeFenced(name, owner, time).isPresent();
    }
}
