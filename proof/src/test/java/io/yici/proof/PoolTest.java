package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.jdbc.JoinedYici;
import io.yici.proof.Shop.Receipt;
import io.yici.test.Race;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small pool and many duplicates: nobody starves, and those who wait hold nothing: case B21. */
class PoolTest {
    private static final int POOL = 4;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void duplicatesAndUnrelatedTrafficAllComplete(Ground ground) {
        try (Shop shop = open(ground)) {
            String key = Shop.freshKey();
            List<Race.Finish<Outcome<Receipt>>> finishes = Race.within(LIMIT)
                    .run(6 * POOL, runner -> () -> place(shop, runner < 4 * POOL ? key : Shop.freshKey()));
            assertThat(finishes)
                    .allSatisfy(finish -> assertThat(finish.thrown()).isNull());
            assertThat(shop.orders()).isEqualTo(1 + 2 * POOL);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void callsInsideTransactionsOfTheirCallersAllComplete(Ground ground) {
        try (Shop shop = open(ground)) {
            List<Race.Finish<Boolean>> finishes = Race.within(LIMIT).run(4 * POOL, runner -> () -> {
                String key = Shop.freshKey();
                try (Connection connection = shop.pool.getConnection()) {
                    connection.setAutoCommit(false);
                    try (JoinedYici joined = shop.yici.joining(connection)) {
                        for (int twice = 0; twice < 2; twice++) {
                            joined.once(
                                    Shop.order(key),
                                    Shop.ONE_TEA,
                                    Receipt.class,
                                    () -> shop.place(connection, Shop.ONE_TEA));
                        }
                        connection.commit();
                    }
                }
                return true;
            });
            assertThat(finishes)
                    .allSatisfy(finish -> assertThat(finish.thrown()).isNull());
            assertThat(shop.orders()).isEqualTo(4 * POOL);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void aHundredWaitingDuplicatesHoldNoConnection(Ground ground) throws InterruptedException {
        try (Shop shop = open(ground)) {
            String key = Shop.freshKey();
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch arrived = new CountDownLatch(100);
            List<Race.Finish<Outcome<Receipt>>> finishes = Race.within(LIMIT).run(101, runner -> () -> {
                if (runner > 0) {
                    running.await(30, TimeUnit.SECONDS);
                    arrived.countDown();
                    return place(shop, key);
                }
                return shop.yici.once(Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> {
                    running.countDown();
                    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
                    assertThat(shop.pool.getHikariPoolMXBean().getActiveConnections())
                            .isEqualTo(1);
                    return shop.place(connection, Shop.ONE_TEA);
                });
            });
            assertThat(finishes)
                    .allSatisfy(finish -> assertThat(finish.thrown()).isNull());
            assertThat(shop.orders()).isEqualTo(1);
        }
    }

    private static Shop open(Ground ground) {
        return Shop.open(
                ground,
                POOL,
                builder -> builder.defaults(OperationSettings.defaults()
                        .waitsFor(Duration.ofSeconds(30))
                        .retries(20)));
    }

    private static Outcome<Receipt> place(Shop shop, String key) throws Exception {
        return shop.yici.once(
                Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA));
    }
}
