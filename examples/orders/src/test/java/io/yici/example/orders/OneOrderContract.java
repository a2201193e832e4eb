package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the service does the same on each database, told nothing but its URL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneOrderContract {
    private final FreshDatabase database;
    private final RunningService service;
    private final Client alice;

    OneOrderContract(TestDatabase kind) {
        database = Databases.fresh(kind, OneOrderContract.class);
        service = RunningService.on(database);
        alice = service.as("alice");
    }

    @AfterAll
    void stop() {
        service.close();
        database.close();
    }

    @Test
    void hundredAtOncePlaceOneOrder() {
        Level before = level();

        List<Answer> answers = Crowd.hundredAtOnce(runner -> alice.order("hundred", "TEA-1", 2));

        Crowd.assertOneAnswer(answers, () -> alice.order("hundred", "TEA-1", 2));
        assertThat(level()).isEqualTo(new Level(before.orders() + 1, before.stock() - 2));
    }

    @Test
    void hundredAtOnceOnTwoServicesPlaceOneOrder() {
        try (RunningService second = RunningService.on(database)) {
            Client there = second.as("alice");
            Level before = level();

            List<Answer> answers =
                    Crowd.hundredAtOnce(runner -> (runner % 2 == 0 ? alice : there).order("two services", "TEA-1", 1));

            Crowd.assertOneAnswer(answers, () -> alice.order("two services", "TEA-1", 1));
            Crowd.assertOneAnswer(answers, () -> there.order("two services", "TEA-1", 1));
            assertThat(level()).isEqualTo(new Level(before.orders() + 1, before.stock() - 1));
        }
    }

    /** Again with a new key until the machine was quick enough for the two to be less than 100 ms apart. */
    @Test
    void twoSendsOneRightAfterTheOtherPlaceOneOrder() {
        Duration apart = Duration.ofDays(1);
        for (int round = 1; round <= 20 && apart.toMillis() >= 100; round++) {
            Level before = level();
            String key = "two " + round;

            long sent = System.nanoTime();
            CompletableFuture<Answer> first = alice.orderAsync(key, "TEA-1", 1);
            CompletableFuture<Answer> second = alice.orderAsync(key, "TEA-1", 1);
            apart = Duration.ofNanos(System.nanoTime() - sent);

            Crowd.assertOneAnswer(List.of(first.join(), second.join()), () -> alice.order(key, "TEA-1", 1));
            assertThat(level()).isEqualTo(new Level(before.orders() + 1, before.stock() - 1));
        }
        assertThat(apart).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void differentKeysAreDifferentOrders() {
        Level before = level();

        List<Answer> answers =
                Crowd.hundredAtOnce(runner -> untilDecided(() -> alice.order("different " + runner, "TEA-1", 1)));

        assertThat(answers).map(Answer::status).containsOnly(201);
        assertThat(answers).map(answer -> answer.text("orderNo")).doesNotHaveDuplicates();
        assertThat(answers).noneMatch(Answer::replayed);
        assertThat(level()).isEqualTo(new Level(before.orders() + 100, before.stock() - 100));
    }

    @Test
    void lastOnesInStockAreSoldOnceAndTheRestIsRefused() {
        List<Answer> answers =
                Crowd.hundredAtOnce(runner -> untilDecided(() -> alice.order("last " + runner, "POT-1", 1)));

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(5);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .map(answer -> answer.text("code"))
                .containsOnly("out-of-stock");
        assertThat(alice.stockOf("POT-1")).isZero();
    }

    @Test
    void refusalIsTheAnswerEvenWhenStockHasArrived() {
        Level before = level();
        Answer refused = alice.order("refused", "CUP-1", 61);
        Databases.execute(database, "UPDATE product SET quantity = 500 WHERE sku = 'CUP-1'");

        Answer again = alice.order("refused", "CUP-1", 61);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("out-of-stock");
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.replayed()).isFalse();
        assertThat(again.status()).isEqualTo(422);
        assertThat(again.body()).isEqualTo(refused.body());
        assertThat(again.replayed()).isTrue();
        assertThat(level()).isEqualTo(before);
        assertThat(alice.order("a new intent", "CUP-1", 61).status()).isEqualTo(201);
    }

    @Test
    void twoUsersMayUseTheSameKey() {
        Client bob = service.as("bob");

        Answer hers = alice.order("shared", "TEA-2", 1);
        Answer his = bob.order("shared", "TEA-2", 1);

        assertThat(hers.status()).isEqualTo(201);
        assertThat(his.status()).isEqualTo(201);
        assertThat(his.replayed()).isFalse();
        assertThat(his.text("orderNo")).isNotEqualTo(hers.text("orderNo"));
        assertThat(bob.get(hers.header("Location")).status()).isEqualTo(404);
        assertThat(alice.get(hers.header("Location")).body()).isEqualTo(hers.body());
    }

    @Test
    void firstAnswerIsReplayedByAServiceStartedLater() {
        Answer first = alice.order("restart", "TEA-2", 2);

        try (RunningService later = RunningService.on(database)) {
            Answer again = later.as("alice").order("restart", "TEA-2", 2);

            assertThat(again.status()).isEqualTo(201);
            assertThat(again.replayed()).isTrue();
            assertThat(again.body()).isEqualTo(first.body());
        }
    }

    /** How many orders there are and how much tea is left, counted in the tables. */
    private record Level(int orders, int stock) {}

    private Level level() {
        return new Level(
                number("SELECT COUNT(*) FROM orders"), number("SELECT quantity FROM product WHERE sku = 'TEA-1'"));
    }

    private int number(String sql) {
        return Databases.number(database, sql);
    }

    /** Does what a client should: asks again under the same key for as long as it is told that this can help. */
    private static Answer untilDecided(Supplier<Answer> ask) {
        Answer answer = ask.get();
        for (int tries = 1; tries < 50 && answer.retryable(); tries++) {
            answer = ask.get();
        }
        return answer;
    }
}
