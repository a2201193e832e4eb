package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import io.yici.lease.Lease;
import io.yici.lease.LeaseLoss;
import io.yici.lease.Leases;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;

/** Leases only spare work: where they let everybody pass, one payment of an order is made all the same. */
class LayersTest {
    @Test
    void orderIsChargedOnceWithoutAnyMutualExclusion() throws Exception {
        LeasesForEverybody leases = new LeasesForEverybody();
        try (FreshDatabase database = Databases.fresh(TestDatabase.SQLITE, LayersTest.class);
                Gateway gateway = Gateway.start(0, GatewayOptions.defaults());
                RunningService service = RunningService.on(
                        database,
                        context -> register(context, leases),
                        RunningService.payingAt(gateway, Duration.ofSeconds(5)))) {
            Client alice = service.as("alice");
            String orderNo = alice.ordered("k", "TEA-1", 1);

            List<Answer> answers = Race.within(Duration.ofSeconds(90))
                    .<Answer>run(12, runner -> () -> alice.paid("k" + runner % 6, orderNo))
                    .stream()
                    .map(Race.Finish::answer)
                    .toList();

            assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(2);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 201)
                    .map(answer -> answer.text("code"))
                    .containsOnly("order-paid");
            assertThat(gateway.charges()).hasSize(1);
            assertThat(leases.given.get()).isGreaterThanOrEqualTo(6);
        }
    }

    private static void register(GenericApplicationContext context, LeasesForEverybody leases) {
        context.registerBean("leasesForEverybody", Leases.class, () -> leases, bean -> bean.setPrimary(true));
    }

    /** A store of leases that has lost all its memory. */
    private static final class LeasesForEverybody implements Leases<Lease> {
        private final AtomicInteger given = new AtomicInteger();

        @Override
        public Optional<Lease> tryAcquire(String name, Duration time) {
            given.incrementAndGet();
            return Optional.of(new Held(name, time));
        }

        @Override
        public Optional<Lease> acquire(String name, Duration time, Duration atMost) {
            return tryAcquire(name, time);
        }

        @Override
        public void close() {}
    }

    private record Held(String name, Duration remaining) implements Lease {
        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public void onLoss(Consumer<LeaseLoss> told) {}

        @Override
        public void close() {}
    }
}
