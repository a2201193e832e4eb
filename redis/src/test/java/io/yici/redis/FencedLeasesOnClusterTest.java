package io.yici.redis;

import io.yici.jdbc.JdbcYici;
import io.yici.lease.FencedLease;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.test.FencedLeaseContract;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;

/** Leases on a cluster of three with fences from PostgreSQL. */
class FencedLeasesOnClusterTest extends FencedLeaseContract {
    private static final LeaseGround GROUND = LeaseGround.cluster();
    private static final FreshDatabase DATABASE = TestDatabase.POSTGRESQL.create("fences");
    private static final DataSource POOL = DATABASE.pool(8);
    private static final JdbcYici YICI =
            JdbcYici.on(POOL).createSchemaIfMissing().build();

    @AfterAll
    static void stop() {
        YICI.close();
        DATABASE.close();
        GROUND.close();
    }

    @Override
    protected Leases<FencedLease> leases(LeaseSettings settings) {
        return RedisLeases.fencedBy(YICI.fences(), GROUND.access(), settings);
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

    @Override
    protected DataSource dataSource() {
        return POOL;
    }

    @Override
    protected void forgetEverything() {
        GROUND.forgetEverything();
    }
}
