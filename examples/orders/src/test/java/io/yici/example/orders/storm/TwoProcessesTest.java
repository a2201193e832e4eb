package io.yici.example.orders.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Charge;
import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import io.yici.services.FreshDatabase;
import io.yici.services.RedisServer;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred equal requests to two processes at once, behind one PostgreSQL, with and without a Redis. */
class TwoProcessesTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    @Test
    void hundredEqualRequestsToTwoProcessesAndOneRedisAreOne() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            hundredEqualRequestsAreOne(List.of("--orders.redis-url=" + redis.url()));
            assertThat(redis.run("INFO commandstats")).contains("cmdstat_evalsha");
        }
    }

    @Test
    void hundredEqualRequestsToTwoProcessesWithoutRedisAreOne() throws Exception {
        hundredEqualRequestsAreOne(List.of());
    }

    private void hundredEqualRequestsAreOne(List<String> more) throws Exception {
        try (FreshDatabase database = TestDatabase.POSTGRESQL.create("two_processes");
                Gateway gateway = Gateway.start(Ports.free(), GatewayOptions.defaults());
                Nodes nodes = Nodes.start(database, directory, settings(gateway, more))) {
            Shopper shopper = new Shopper(nodes);

            List<Told> orders = hundredAtOnce(number -> order(shopper, "k1"));
            String orderNo = orders.get(0).text("orderNo");
            List<Told> payments = hundredAtOnce(number -> pay(shopper, orderNo, "p1"));
            String otherNo = order(shopper, "k2").text("orderNo");
            List<Told> rivals = hundredAtOnce(number -> pay(shopper, otherNo, "p2-" + number));

            assertThat(orders).allSatisfy(told -> assertThat(told.status()).isEqualTo(201));
            assertThat(orders).map(Told::answer).containsOnly(orders.get(0).answer());
            assertThat(payments).allSatisfy(told -> assertThat(told.status()).isEqualTo(201));
            assertThat(payments).map(Told::answer).containsOnly(payments.get(0).answer());
            assertThat(rivals).filteredOn(told -> told.status() == 201).hasSize(1);
            assertThat(rivals)
                    .filteredOn(told -> told.status() != 201)
                    .allSatisfy(told -> assertThat(told.text("code")).isEqualTo("order-paid"));
            Books books = Books.read(database.unpooled(), gateway);
            assertThat(books.orders()).map(Books.OrderRow::orderNo).containsExactlyInAnyOrder(orderNo, otherNo);
            assertThat(books.orders()).allSatisfy(order -> {
                assertThat(order.status()).isEqualTo("PAID");
                assertThat(order.captured()).isEqualTo(order.amount());
            });
            assertThat(books.payments()).hasSize(2);
            assertThat(books.charges()).map(Charge::orderNo).containsExactly(orderNo, otherNo);
            assertThat(books.stock()).containsEntry("TEA-1", 996);
        }
    }

    private static Told order(Shopper shopper, String key) {
        return shopper.call("order", key, "/api/orders", "{\"sku\":\"TEA-1\",\"quantity\":2}");
    }

    private static Told pay(Shopper shopper, String orderNo, String key) {
        return shopper.call("payment", key, "/api/orders/" + orderNo + "/payments", "{\"channel\":\"card\"}");
    }

    private static List<Told> hundredAtOnce(IntFunction<Told> call) {
        return Race.within(LIMIT).<Told>run(100, number -> () -> call.apply(number)).stream()
                .map(Race.Finish::answer)
                .toList();
    }

    private static List<String> settings(Gateway gateway, List<String> more) {
        List<String> settings = new ArrayList<>(StormSettings.with(gateway));
        settings.addAll(more);
        return settings;
    }
}
