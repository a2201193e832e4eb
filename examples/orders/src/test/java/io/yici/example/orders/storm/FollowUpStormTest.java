package io.yici.example.orders.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Orders and cancellations through two order services, a real broker, and fulfilment on a database of its own, of which
 * one or the other is killed every now and then: one shipment and one booking for each order, counted in both
 * databases.
 *
 * <p>{@code -Dyici.seed=N} repeats a plan. {@code -Dyici.storm.orders=1000} makes it long, and runs it on every broker;
 * the short form has one.
 */
class FollowUpStormTest {
    private static final int ORDERS = Integer.getInteger("yici.storm.orders", 24);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("brokers")
    void everyOrderHasOneShipmentAndOneBookingWhateverIsKilled(StormBroker.Kind kind) throws Exception {
        requireBroker(kind);
        long seed = Long.getLong("yici.seed", System.nanoTime());
        System.out.println("FollowUpStormTest runs with -Dyici.seed=" + seed);
        try (FreshDatabase shop = TestDatabase.POSTGRESQL.create("follow_ups");
                FreshDatabase books = TestDatabase.MARIADB.create("follow_ups");
                Gateway gateway = Gateway.start(Ports.free(), GatewayOptions.defaults());
                StormBroker broker = kind.start();
                Nodes nodes = Nodes.start(shop, directory, orders(gateway, kind, broker));
                ServiceProcess fulfilment = ServiceProcess.fulfilment(books, directory, fulfilment(kind, broker))) {
            fulfilment.start();
            fulfilment.awaitReady();
            FollowUpStorm storm = new FollowUpStorm(seed, nodes, fulfilment, broker);

            storm.rage(ORDERS);

            storm.awaitQuiet(shop.unpooled(), books.unpooled());
            FollowUpBooks read = FollowUpBooks.read(shop.unpooled(), books.unpooled());
            assertThat(read.orders()).as("seed %d", seed).containsExactlyInAnyOrderEntriesOf(storm.told());
            assertThat(read.shipments()).as("shipments, seed %d", seed).isEqualTo(read.orders());
            assertThat(read.bookings()).as("bookings, seed %d", seed).isEqualTo(read.orders());
            assertThat(read.balance()).as("points, seed %d", seed).isEqualTo(read.booked());
            assertThat(storm.kills()).isGreaterThanOrEqualTo(3);
        }
    }

    static List<StormBroker.Kind> brokers() {
        return Integer.getInteger("yici.storm.orders") == null
                ? List.of(StormBroker.Kind.KAFKA)
                : List.of(StormBroker.Kind.values());
    }

    private static List<String> orders(Gateway gateway, StormBroker.Kind kind, StormBroker broker) {
        List<String> settings = new ArrayList<>(StormSettings.with(gateway));
        settings.add("--orders.messages.transport=" + kind);
        settings.add("--orders.messages.address=" + broker.address());
        return settings;
    }

    private static List<String> fulfilment(StormBroker.Kind kind, StormBroker broker) {
        return List.of("--fulfilment.messages.transport=" + kind, "--fulfilment.messages.address=" + broker.address());
    }

    private static void requireBroker(StormBroker.Kind kind) {
        Optional<String> missing = kind.missing();
        if (missing.isPresent() && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(missing.get());
        }
        missing.ifPresent(Assumptions::abort);
    }
}
