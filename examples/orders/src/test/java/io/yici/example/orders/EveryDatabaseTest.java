package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The same service on each database, by its URL alone. */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
class EveryDatabaseTest {
    private final FreshDatabase database;
    private final RunningService service;
    private final Client alice;

    EveryDatabaseTest(TestDatabase kind) {
        database = Databases.fresh(kind, EveryDatabaseTest.class);
        service = RunningService.on(database);
        alice = service.as("alice");
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    @Test
    void hundredAtOncePlaceOneOrder() {
        int before = alice.stockOf("TEA-1");

        List<Answer> answers = Crowd.hundredAtOnce(runner -> alice.order("k", "TEA-1", 1));

        String recorded = alice.order("k", "TEA-1", 1).body();
        assertThat(answers)
                .filteredOn(answer -> !answer.replayed() && answer.status() == 201)
                .hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 201)
                .allMatch(answer -> answer.body().equals(recorded));
        // Who met the first while it ran was told so, and has the same answer on asking again.
        assertThat(answers).filteredOn(answer -> answer.status() != 201).allSatisfy(refused -> {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("in-progress");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(alice.order("k", "TEA-1", 1).body()).isEqualTo(recorded);
        });
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before - 1);
    }

    @Test
    void hundredDifferentOrdersAreAllPlaced() {
        int before = alice.stockOf("TEA-1");

        List<Answer> answers = Crowd.hundredAtOnce(runner -> untilDecided(() -> alice.order("k" + runner, "TEA-1", 1)));

        assertThat(answers).allMatch(answer -> answer.status() == 201);
        assertThat(answers).map(answer -> answer.text("orderNo")).doesNotHaveDuplicates();
        assertThat(alice.orders()).isEqualTo(100);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before - 100);
    }

    @Test
    void lastOnesInStockAreSoldOnceAndTheRestIsRefused() {
        List<Answer> answers = Crowd.hundredAtOnce(runner -> untilDecided(() -> alice.order("k" + runner, "POT-1", 1)));

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(5);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allMatch(answer -> answer.text("code").equals("out-of-stock"));
        assertThat(alice.stockOf("POT-1")).isZero();
        assertThat(alice.orders()).isEqualTo(5);
    }

    @Test
    void twoSendsOneRightAfterTheOtherPlaceOneOrder() {
        int before = alice.stockOf("TEA-1");

        long sent = System.nanoTime();
        CompletableFuture<Answer> first = alice.orderAsync("k", "TEA-1", 1);
        CompletableFuture<Answer> second = alice.orderAsync("k", "TEA-1", 1);
        Duration apart = Duration.ofNanos(System.nanoTime() - sent);

        assertThat(apart).isLessThan(Duration.ofMillis(100));
        Answer one = first.join();
        Answer other = second.join();
        String recorded = alice.order("k", "TEA-1", 1).body();
        assertThat(List.of(one, other)).allMatch(answer -> answer.status() == 201 || answer.status() == 409);
        assertThat(List.of(one, other))
                .filteredOn(answer -> answer.status() == 201)
                .isNotEmpty()
                .allMatch(answer -> answer.body().equals(recorded));
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before - 1);
    }

    @Test
    void refusalIsRecordedAndAnsweredAgainEvenWhenStockReturns() {
        Answer refused = alice.order("k", "POT-1", 6);
        alice.order("other", "POT-1", 5);

        Answer again = alice.order("k", "POT-1", 6);

        assertThat(refused.text("code")).isEqualTo("out-of-stock");
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(again.status()).isEqualTo(refused.status());
        assertThat(again.body()).isEqualTo(refused.body());
        assertThat(again.replayed()).isTrue();
        assertThat(alice.orders()).isEqualTo(1);
    }

    @Test
    void twoUsersMayUseTheSameKey() {
        Client bob = service.as("bob");
        int before = alice.stockOf("TEA-1");

        Answer hers = alice.order("k", "TEA-1", 1);
        Answer his = bob.order("k", "TEA-1", 1);

        assertThat(hers.status()).isEqualTo(201);
        assertThat(his.status()).isEqualTo(201);
        assertThat(his.replayed()).isFalse();
        assertThat(his.text("orderNo")).isNotEqualTo(hers.text("orderNo"));
        assertThat(bob.get(hers.header("Location")).status()).isEqualTo(404);
        assertThat(alice.get(hers.header("Location")).body()).isEqualTo(hers.body());
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before - 2);
    }

    @Test
    void twoServicesOnOneDatabasePlaceOneOrder() {
        try (RunningService second = RunningService.on(database)) {
            Client there = second.as("alice");
            int before = alice.stockOf("TEA-1");

            List<Answer> answers = Crowd.hundredAtOnce(
                    runner -> untilDecided(() -> (runner % 2 == 0 ? alice : there).order("k", "TEA-1", 1)));

            assertThat(answers).map(Answer::status).containsOnly(201);
            assertThat(answers)
                    .map(Answer::body)
                    .containsOnly(alice.order("k", "TEA-1", 1).body());
            assertThat(there.orders()).isEqualTo(1);
            assertThat(there.stockOf("TEA-1")).isEqualTo(before - 1);
        }
    }

    /** Does what a client should: asks again under the same key for as long as it is told that this can help. */
    private static Answer untilDecided(Supplier<Answer> ask) {
        Answer answer = ask.get();
        for (int tries = 1; tries < 50 && answer.json().path("retryable").booleanValue(); tries++) {
            answer = ask.get();
        }
        return answer;
    }
}
