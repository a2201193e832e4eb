package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InProgressException;
import io.yici.MismatchException;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.proof.Shop.Receipt;
import io.yici.proof.Shop.Request;
import io.yici.test.Race;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Repeats of one operation at once and one after another: cases B24, B25, B28. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class DuplicatesTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        shop = Shop.open(
                given,
                8,
                builder -> builder.defaults(OperationSettings.defaults()
                        .waitsFor(Duration.ofSeconds(30))
                        .retries(20)));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Test
    void ofManyAtOnceOneDoesTheWorkAndAllGetItsAnswer() {
        String key = Shop.freshKey();
        int before = shop.orders();
        List<Race.Finish<Outcome<Receipt>>> finishes =
                Race.within(LIMIT).run(32, runner -> () -> place(key, Shop.ONE_TEA));
        assertThat(finishes).allMatch(Race.Finish::returned);
        assertThat(finishes.stream().map(finish -> finish.answer().value()).distinct())
                .hasSize(1);
        assertThat(finishes.stream().filter(finish -> !finish.answer().replayed()))
                .hasSize(1);
        assertThat(shop.orders()).isEqualTo(before + 1);
        assertThat(shop.ledger.count(finishes.get(0).answer().value().orderNo()))
                .isEqualTo(1);
    }

    @Test
    void twoEnginesOnOneDatabaseShareNothingButTheRecord() {
        String key = Shop.freshKey();
        int before = shop.orders();
        try (var other = io.yici.jdbc.JdbcYici.on(shop.pool)
                .codec(new io.yici.json.jackson3.Jackson3Codec())
                .withoutScheduledCleanUp()
                .defaults(OperationSettings.defaults()
                        .waitsFor(Duration.ofSeconds(30))
                        .retries(20))
                .build()) {
            List<Race.Finish<Outcome<Receipt>>> finishes = Race.within(LIMIT)
                    .run(
                            8,
                            runner -> () -> (runner % 2 == 0 ? shop.yici : other)
                                    .once(
                                            Shop.order(key),
                                            Shop.ONE_TEA,
                                            Receipt.class,
                                            connection -> shop.place(connection, Shop.ONE_TEA)));
            assertThat(finishes).allMatch(Race.Finish::returned);
            assertThat(finishes.stream().map(finish -> finish.answer().value()).distinct())
                    .hasSize(1);
        }
        assertThat(shop.orders()).isEqualTo(before + 1);
    }

    @Test
    void aRepeatMuchLaterGetsTheFirstAnswerMarked() throws SQLException {
        String key = Shop.freshKey();
        Outcome<Receipt> first = place(key, Shop.ONE_TEA);
        Outcome<Receipt> second = place(key, Shop.ONE_TEA);
        assertThat(first.replayed()).isFalse();
        assertThat(second.replayed()).isTrue();
        assertThat(second.value()).isEqualTo(first.value());
    }

    @Test
    void anotherRequestUnderTheSameKeyIsRefusedAndTheFirstStillAnswers() throws SQLException {
        String key = Shop.freshKey();
        Outcome<Receipt> first = place(key, Shop.ONE_TEA);
        int orders = shop.orders();
        assertThatThrownBy(() -> place(key, new Request("TEA-1", 2))).isInstanceOf(MismatchException.class);
        assertThat(place(key, Shop.ONE_TEA).value()).isEqualTo(first.value());
        assertThat(shop.orders()).isEqualTo(orders);
    }

    @Test
    void whenTheFirstRollsBackWithTwoWaitingExactlyOneOfThemDoesTheWork() {
        for (int round = 0; round < 5; round++) {
            String key = Shop.freshKey();
            int before = shop.orders();
            AtomicInteger runs = new AtomicInteger();
            CountDownLatch running = new CountDownLatch(1);
            List<Race.Finish<Outcome<Receipt>>> finishes = Race.within(LIMIT).run(3, runner -> () -> {
                if (runner > 0) {
                    running.await(30, TimeUnit.SECONDS);
                }
                return shop.yici.once(Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> {
                    boolean first = runs.getAndIncrement() == 0;
                    Receipt receipt = shop.place(connection, Shop.ONE_TEA);
                    running.countDown();
                    if (first) {
                        throw new IllegalStateException("the first one fails");
                    }
                    return receipt;
                });
            });
            assertThat(finishes.stream().filter(finish -> !finish.returned()))
                    .singleElement()
                    .satisfies(finish -> assertThat(finish.thrown()).hasMessage("the first one fails"));
            assertThat(shop.orders()).isEqualTo(before + 1);
            assertThat(runs).hasValue(2);
        }
    }

    @Test
    void aRivalIsRefusedInProgressWhenItMustNotWait() throws Exception {
        String key = Shop.freshKey();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (var impatient = io.yici.jdbc.JdbcYici.on(shop.pool)
                .codec(new io.yici.json.jackson3.Jackson3Codec())
                .withoutScheduledCleanUp()
                .defaults(OperationSettings.defaults().waitsFor(Duration.ZERO).retries(0))
                .build()) {
            Thread first = new Thread(() -> {
                try {
                    impatient.once(Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> {
                        Receipt receipt = shop.place(connection, Shop.ONE_TEA);
                        running.countDown();
                        assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                        return receipt;
                    });
                } catch (Exception failed) {
                    throw new AssertionError(failed);
                }
            });
            first.start();
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> impatient.once(
                            Shop.order(key), Shop.ONE_TEA, Receipt.class, () -> new Receipt("never", "x", 0)))
                    .isInstanceOf(InProgressException.class);
            // Another request under the key is in progress too: the first may still roll back.
            assertThatThrownBy(() -> impatient.once(
                            Shop.order(key),
                            new Request("CUP-1", 1),
                            Receipt.class,
                            () -> new Receipt("never", "x", 0)))
                    .isInstanceOf(InProgressException.class);
            go.countDown();
            first.join(LIMIT.toMillis());
            assertThat(impatient
                            .once(Shop.order(key), Shop.ONE_TEA, Receipt.class, () -> new Receipt("never", "x", 0))
                            .replayed())
                    .isTrue();
        }
    }

    @Test
    void aBusinessUniqueViolationUnderAFreshKeyIsABusinessErrorAndTheKeyIsFree() throws SQLException {
        String taken = "mail-" + Shop.freshKey();
        String secondKey = Shop.freshKey();
        shop.yici.once(Shop.order(Shop.freshKey()), "a", String.class, connection -> {
            Shop.insertOrder(connection, "o-" + Shop.freshKey(), taken);
            return "ok";
        });
        int records = shop.records();
        assertThatThrownBy(() -> shop.yici.once(Shop.order(secondKey), "b", String.class, connection -> {
                    Shop.insertOrder(connection, "o-" + Shop.freshKey(), taken);
                    return "never";
                }))
                .isInstanceOf(SQLException.class);
        assertThat(shop.records()).isEqualTo(records);
        assertThat(shop.yici
                        .once(Shop.order(secondKey), "c", String.class, () -> "free")
                        .value())
                .isEqualTo("free");
    }

    @Test
    void twoUnitsThatDeadlockAreBothDoneInTheEnd() {
        List<Race.Finish<Outcome<String>>> finishes = Race.within(LIMIT)
                .run(
                        2,
                        runner ->
                                () -> shop.yici.once(Shop.order(Shop.freshKey()), "swap", String.class, connection -> {
                                    Shop.takeStock(connection, new Request(runner == 0 ? "TEA-1" : "CUP-1", 1));
                                    Shop.takeStock(connection, new Request(runner == 0 ? "CUP-1" : "TEA-1", 1));
                                    return "done";
                                }));
        assertThat(finishes).allMatch(Race.Finish::returned);
    }

    private Outcome<Receipt> place(String key, Request request) throws SQLException {
        return shop.yici.once(Shop.order(key), request, Receipt.class, connection -> shop.place(connection, request));
    }
}
