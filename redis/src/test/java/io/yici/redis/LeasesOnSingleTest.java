package io.yici.redis;

import io.yici.lease.Lease;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.test.LeaseContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;

/** Leases without fences on one Redis. */
class LeasesOnSingleTest extends LeaseContract<Lease> {
    private static final LeaseGround GROUND = LeaseGround.single();

    @AfterAll
    static void stop() {
        GROUND.close();
    }

    @Override
    protected Leases<Lease> leases(LeaseSettings settings) {
        return RedisLeases.on(GROUND.access(), settings);
    }

    @Override
    protected void endTime(String name) {
        GROUND.endTime(name);
    }

    @Override
    protected Duration storedTime(String name) {
        return GROUND.storedTime(name);
    }

    @Override
    protected AutoCloseable cut() throws Exception {
        return GROUND.cut();
    }
}
