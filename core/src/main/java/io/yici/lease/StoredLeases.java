package io.yici.lease;

import io.yici.Operation;
import io.yici.SetupException;
import io.yici.StoreUnavailableException;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases in a store: owners, waiting, renewal, loss and release, the same for every store. Renewal and callbacks run on
 * daemon threads shared by all its leases. Thread-safe.
 *
 * @param <L> with or without a fence
 */
public final class StoredLeases<L extends Lease> implements Leases<L> {
    /** The shortest time a lease can have. */
    static final Duration SHORTEST = Duration.ofMillis(10);

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Taking<L> taking;
    private final LongSupplier clock;
    private final LeaseKeeper keeper;

    StoredLeases(LeaseStore store, LeaseSettings settings, LongSupplier clock, Taking<L> taking) {
        this.taking = taking;
        this.clock = clock;
        this.keeper = new LeaseKeeper(store, settings, clock);
    }

    /** Leases without fences. */
    public static StoredLeases<Lease> plain(LeaseStore store, LeaseSettings settings) {
        return new StoredLeases<>(
                store,
                settings,
                System::nanoTime,
                (holding, time) -> store.take(holding.name(), holding.owner(), time) ? new HeldLease(holding) : null);
    }

    /** Leases with the fences of their store. */
    public static StoredLeases<FencedLease> fenced(FencedLeaseStore store, LeaseSettings settings) {
        return fenced(store, settings, System::nanoTime);
    }

    /** Leases with fences drawn from elsewhere after each acquisition. */
    public static StoredLeases<FencedLease> fenced(LeaseStore store, Fences fences, LeaseSettings settings) {
        return fenced(new DrawnFences(store, fences), settings);
    }

    /**
     * The same by another monotonic clock, for tests: a holder that was away, or whose clock runs ahead.
     *
     * @param clock nanoseconds that never go back, from any start
     */
    public static StoredLeases<FencedLease> fenced(FencedLeaseStore store, LeaseSettings settings, LongSupplier clock) {
        return new StoredLeases<>(store, settings, clock, (holding, time) -> {
            OptionalLong fence = store.takeFenced(holding.name(), holding.owner(), time);
            return fence.isPresent() ? new FencedHeldLease(holding, fence.getAsLong()) : null;
        });
    }

    @Override
    public Optional<L> tryAcquire(String name, Duration time) {
        return take(LeaseName.of(name), checked("time", time, SHORTEST));
    }

    @Override
    public Optional<L> acquire(String name, Duration time, Duration atMost) throws InterruptedException {
        LeaseName known = LeaseName.of(name);
        checked("time", time, SHORTEST);
        long deadline =
                clock.getAsLong() + checked("atMost", atMost, Duration.ZERO).toNanos();
        long ceiling = FIRST_PAUSE_NANOS;
        while (true) {
            Optional<L> lease = take(known, time);
            long left = deadline - clock.getAsLong();
            if (lease.isPresent() || left <= 0) {
                return lease;
            }
            long pause = ThreadLocalRandom.current().nextLong(ceiling / 2, ceiling);
            TimeUnit.NANOSECONDS.sleep(Math.min(pause, left));
            ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_NANOS);
        }
    }

    private Optional<L> take(LeaseName name, Duration time) {
        keeper.checkOpen();
        String owner = UUID.randomUUID().toString().replace("-", "");
        Holding holding = new Holding(keeper, name, owner, time, clock.getAsLong());
        try {
            L lease = taking.take(holding, time);
            if (lease == null) {
                return Optional.empty();
            }
            if (!holding.begin()) {
                // It took the store longer than the lease lasts.
                keeper.releaseLater(holding);
                return Optional.empty();
            }
            return Optional.of(lease);
        } catch (StoreException failed) {
            if (failed.failure() != Failure.REFUSED) {
                // It may have been taken all the same.
                keeper.releaseLater(holding);
            }
            throw refusal(name, failed);
        }
    }

    private static RuntimeException refusal(LeaseName name, StoreException failed) {
        String found = "The lease '" + name.label() + "' could not be taken: " + failed.message() + ".";
        return failed.failure() == Failure.SCHEMA
                ? new SetupException(
                        List.of(found + " Run the schema script of the database, or createSchemaIfMissing()."), failed)
                : new StoreUnavailableException(Operation.current().orElse(null), found, failed);
    }

    /** Frees what may have been taken; when that fails too, it ends with its time. */
    static void releaseQuietly(LeaseStore store, LeaseName name, String owner) {
        try {
            store.release(name, owner);
        } catch (RuntimeException failed) {
            LOG.debug("The lease '{}' could not be given back and ends with its time", name.label(), failed);
        }
    }

    private static Duration checked(String argument, Duration given, Duration shortest) {
        if (given.compareTo(shortest) < 0 || given.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    argument + " must be " + shortest.toMillis() + " ms to 1 day, not " + given);
        }
        return given;
    }

    @Override
    public void close() {
        keeper.close();
    }

    /** Takes a name for a holding; null when somebody has it. */
    interface Taking<L extends Lease> {
        @Nullable L take(Holding holding, Duration time);
    }
}
