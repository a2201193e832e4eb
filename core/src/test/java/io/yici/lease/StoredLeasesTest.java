package io.yici.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What a holder thinks at the moments that no store can be made to meet: a clock by hand, over plain memory. */
class StoredLeasesTest {
    private static final Duration LONG = Duration.ofHours(10);
    private static final LeaseSettings NOT_RENEWED = LeaseSettings.defaults().withoutRenewal();

    private final AtomicLong nanos = new AtomicLong();
    private final Memory memory = new Memory(nanos::get);

    /** The store's clock may have cut off nearly a millisecond when it took the name, and cuts off the time's rest. */
    @Test
    void holderOfALeaseIsNotMoreHopefulThanAClockOfWholeMilliseconds() {
        nanos.set(999_999);
        try (StoredLeases<FencedLease> leases = StoredLeases.fenced(memory, NOT_RENEWED, nanos::get)) {
            FencedLease first =
                    leases.tryAcquire("report", Duration.ofNanos(10_900_000)).orElseThrow();
            nanos.set(9_000_000);
            assertThat(first.isHeld()).isTrue();

            nanos.set(10_000_000);

            assertThat(leases.tryAcquire("report", LONG)).isPresent();
            assertThat(first.isHeld()).isFalse();
        }
    }

    @Test
    void callbackGivenAtTheMomentOfTheLossIsTold() {
        AtomicReference<Runnable> moment = new AtomicReference<>(() -> {});
        LongSupplier clock = () -> {
            moment.getAndSet(() -> {}).run();
            return 0;
        };
        try (StoredLeases<FencedLease> leases = StoredLeases.fenced(memory, NOT_RENEWED, clock)) {
            FencedLease lease = leases.tryAcquire("report", LONG).orElseThrow();
            List<LeaseLoss> told = new ArrayList<>();

            moment.set(leases::close);
            lease.onLoss(told::add);

            assertThat(lease.isHeld()).isFalse();
            assertThat(told).containsExactly(LeaseLoss.CLOSED);
        }
    }

    /** A store whose clock, as those of databases and Redis, knows whole milliseconds. */
    private static final class Memory implements FencedLeaseStore {
        private final LongSupplier nanos;
        private final Map<LeaseName, Long> until = new ConcurrentHashMap<>();
        private final AtomicLong fences = new AtomicLong();

        Memory(LongSupplier nanos) {
            this.nanos = nanos;
        }

        @Override
        public OptionalLong takeFenced(LeaseName name, String owner, Duration time) {
            long now = nanos.getAsLong() / 1_000_000;
            if (until.getOrDefault(name, 0L) > now) {
                return OptionalLong.empty();
            }
            until.put(name, now + time.toMillis());
            return OptionalLong.of(fences.incrementAndGet());
        }

        @Override
        public boolean renew(LeaseName name, String owner, Duration time) {
            return false;
        }

        @Override
        public boolean release(LeaseName name, String owner) {
            return until.remove(name) != null;
        }
    }
}
