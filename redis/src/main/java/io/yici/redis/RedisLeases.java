package io.yici.redis;

import io.yici.lease.FencedLease;
import io.yici.lease.Fences;
import io.yici.lease.Lease;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.lease.StoredLeases;
import java.time.Duration;
import java.util.Optional;

/**
 * Leases on Redis: SET NX PX with an owner of its own for each acquisition. One round trip each to take, renew and
 * release, bounded by the time-out of the {@link RedisAccess}; a holder keeps no connection. Thread safe.
 *
 * <p>A Redis that forgets (restart, FLUSHALL, eviction, a fail-over that lost the last writes) gives a held name out
 * again, and the first holder learns of it at its next renewal only. So a lease never guards correctness: without a
 * database it has no fence, by its type; {@link #fencedBy} draws fences from a database, which never go back.
 *
 * @param <L> with or without a fence
 */
public final class RedisLeases<L extends Lease> implements Leases<L> {
    private final StoredLeases<L> leases;

    private RedisLeases(StoredLeases<L> leases) {
        this.leases = leases;
    }

    /** Without fences. */
    public static RedisLeases<Lease> on(RedisAccess redis, LeaseSettings settings) {
        return new RedisLeases<>(StoredLeases.plain(new RedisLeaseStore(redis), settings));
    }

    /**
     * With fences drawn from a database after the name was taken, and handed out only when Redis then still knows the
     * holder. Taking blocks for one short transaction of the database too.
     */
    public static RedisLeases<FencedLease> fencedBy(Fences fences, RedisAccess redis, LeaseSettings settings) {
        return new RedisLeases<>(StoredLeases.fenced(new RedisLeaseStore(redis), fences, settings));
    }

    @Override
    public Optional<L> tryAcquire(String name, Duration time) {
        return leases.tryAcquire(name, time);
    }

    @Override
    public Optional<L> acquire(String name, Duration time, Duration atMost) throws InterruptedException {
        return leases.acquire(name, time, atMost);
    }

    /** Ends renewal, as {@link Leases#close()} says; the connection to Redis stays open. */
    @Override
    public void close() {
        leases.close();
    }
}
