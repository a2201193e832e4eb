package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The four cases that the article on SQLite proves for a script, here through the whole service. */
class FourCasesTest {
    private FreshDatabase database;
    private RunningService service;
    private Client alice;

    @BeforeEach
    void start() {
        database = Databases.fresh(TestDatabase.SQLITE, FourCasesTest.class);
        service = RunningService.on(database);
        alice = service.as("alice");
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    @Test
    void hundredConcurrentRequestsPlaceOneOrder() {
        int before = alice.stockOf("TEA-1");

        List<Answer> answers = Crowd.hundredAtOnce(runner -> alice.order("k", "TEA-1", 3));

        Crowd.assertOneAnswer(answers, () -> alice.order("k", "TEA-1", 3));
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before - 3);
    }

    @Test
    void firstAnswerIsReplayedAfterARestart() {
        Answer first = alice.order("k", "TEA-1", 2);
        service.close();
        service = RunningService.on(database);
        alice = service.as("alice");
        int before = alice.stockOf("TEA-1");

        Answer again = alice.order("k", "TEA-1", 2);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.replayed()).isFalse();
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location"))
                .isEqualTo(first.header("Location"))
                .isEqualTo("/api/orders/" + first.text("orderNo"));
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before);
    }

    @Test
    void anotherBodyUnderTheSameKeyIsRefused() {
        Answer first = alice.order("k", "TEA-1", 2);
        int before = alice.stockOf("TEA-1");

        Answer other = alice.order("k", "TEA-1", 3);
        Answer elsewhere = alice.order("k", "CUP-1", 2);

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.header("Content-Type")).startsWith("application/problem+json");
        assertThat(other.text("code")).isEqualTo("mismatch");
        assertThat(other.retryable()).isFalse();
        assertThat(elsewhere.status()).isEqualTo(422);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before);
        assertThat(alice.order("k", "TEA-1", 2).body()).isEqualTo(first.body());
        assertThat(alice.orders()).isEqualTo(1);
    }

    /** ROLLBACK ends the transaction behind the application's back: what follows must not be committed piecemeal. */
    @ParameterizedTest
    @ValueSource(strings = {"ABORT", "ROLLBACK"})
    void failureRollsEverythingBackAndFreesTheKey(String kind) {
        int before = alice.stockOf("TEA-1");
        Databases.execute(
                database,
                "CREATE TRIGGER broken BEFORE INSERT ON orders BEGIN SELECT RAISE(" + kind + ", 'broken'); END");

        Answer failed = alice.order("k", "TEA-1", 2);

        assertThat(failed.status()).isEqualTo(500);
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before);
        assertThat(alice.orders()).isZero();

        Databases.execute(database, "DROP TRIGGER broken");
        Answer retried = alice.order("k", "TEA-1", 2);

        assertThat(retried.status()).isEqualTo(201);
        assertThat(retried.replayed()).isFalse();
        assertThat(alice.stockOf("TEA-1")).isEqualTo(before - 2);
        assertThat(alice.orders()).isEqualTo(1);
    }
}
