package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.store.Claim;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Expired records go, in batches, by several nodes, beside running work, and nothing else goes. */
class CleanupTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Duration PAST_ANSWERS = Duration.ofMillis(Records.ANSWERS + 1);
    private static final Duration PAST_ALL = Duration.ofMillis(Records.ANSWERS + Records.REFUSES + 1);

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void buriesThenDeletesTheOldestFirstAndLeavesTheRest(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("cleanup")) {
            OperationStore store = site.store();
            RecordAgeing ageing = RecordAgeing.on(site.dataSource());
            for (int count = 0; count < 5; count++) {
                NewRecord record = Records.finished(store, Records.fresh());
                ageing.age(record.operation(), PAST_ANSWERS.plusSeconds(count));
            }
            NewRecord alive = Records.finished(store, Records.fresh());
            for (String kept : List.of("state = 'started'", "state = 'unresolved'", "state = 'new'", "format = 2")) {
                NewRecord record = Records.finished(store, Records.fresh());
                ageing.age(record.operation(), PAST_ALL);
                site.execute("UPDATE yici_record SET " + kept + " WHERE attempt = '" + record.attempt() + "'");
            }
            long oldest = site.number("SELECT MAX(answers_until) FROM (SELECT answers_until FROM yici_record"
                    + " WHERE state = 'finished' AND format = 1 ORDER BY answers_until LIMIT 2) AS two");
            Cleanup cleanup = site.cleanup(2);

            assertThat(cleanup.runBatch()).isEqualTo(new Cleanup.Result(2, 0, 0));
            assertThat(site.number("SELECT COUNT(*) FROM yici_record WHERE state = 'finished' AND format = 1"
                            + " AND answers_until <= " + oldest))
                    .isZero();
            assertThat(cleanup.runUntilDone(100)).isEqualTo(new Cleanup.Result(3, 0, 0));
            assertThat(site.number("SELECT COUNT(*) FROM yici_record WHERE state = 'tombstone' AND result IS NULL"
                            + " AND result_type IS NULL AND caller = '' AND idempotency_key = ''"
                            + " AND fingerprint IS NOT NULL AND answers_until = refuses_until"))
                    .isEqualTo(5);

            ageing.ageAll(Duration.ofMillis(Records.REFUSES + 1));
            ageing.age(alive.operation(), Duration.ofMillis(-Records.REFUSES));
            assertThat(cleanup.runUntilDone(100)).isEqualTo(new Cleanup.Result(0, 5, 0));
            assertThat(site.number("SELECT COUNT(*) FROM yici_record")).isEqualTo(5);
            assertThat(cleanup.runUntilDone(100).isNothing()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aRecordThatDoesNotRefuseGoesAtOnce(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("cleanup")) {
            Records.finished(site.store(), Records.fresh());
            RecordAgeing.on(site.dataSource()).ageAll(PAST_ALL);
            assertThat(site.cleanup(500).runBatch()).isEqualTo(new Cleanup.Result(0, 1, 0));
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void severalNodesShareTheWorkBesideRunningClaims(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("cleanup")) {
            OperationStore store = site.store();
            List<NewRecord> expired = new ArrayList<>();
            Records.within(store, transaction -> {
                for (int count = 0; count < 1_000; count++) {
                    NewRecord record = Records.fresh();
                    transaction.claim(record);
                    transaction.finish(record.id(), record.attempt(), Records.DONE);
                    expired.add(record);
                }
                return true;
            });
            RecordAgeing.on(site.dataSource()).ageAll(PAST_ALL);
            AtomicBoolean cleaned = new AtomicBoolean();
            List<Race.Finish<Integer>> finishes = Race.within(LIMIT).run(5, runner -> () -> {
                if (runner < 3) {
                    Cleanup.Result done = site.cleanup(40).runUntilDone(1_000);
                    cleaned.set(true);
                    return done.deleted();
                }
                int claimed = 0;
                for (int index = runner * 31; !cleaned.get() || claimed == 0; index += 7) {
                    claimed += claimed(store, expired.get(index % expired.size()));
                }
                return claimed;
            });
            assertThat(finishes)
                    .allSatisfy(finish -> assertThat(finish.thrown()).isNull());
            site.cleanup(40).runUntilDone(1_000);
            assertThat(site.number(
                            "SELECT COUNT(*) FROM yici_record WHERE refuses_until <= " + System.currentTimeMillis()))
                    .isZero();
            int deleted =
                    finishes.subList(0, 3).stream().mapToInt(Race.Finish::value).sum();
            int renewed =
                    finishes.subList(3, 5).stream().mapToInt(Race.Finish::value).sum();
            assertThat(renewed).isPositive();
            assertThat(deleted).isPositive();
            assertThat(site.number("SELECT COUNT(*) FROM yici_record")).isEqualTo(renewed);
        }
    }

    /** 1 when this call claimed and finished the operation anew. */
    private static int claimed(OperationStore store, NewRecord expired) {
        NewRecord record = Records.again(expired);
        StoreTransaction transaction;
        try {
            transaction = store.begin();
        } catch (StoreException busy) {
            assertThat(busy.failure()).isEqualTo(Failure.CONFLICT);
            return 0;
        }
        boolean claimed = false;
        try {
            claimed = transaction.claim(record) instanceof Claim.Claimed
                    && transaction.finish(record.id(), record.attempt(), Records.DONE);
        } catch (StoreException conflict) {
            assertThat(conflict.failure()).isEqualTo(Failure.CONFLICT);
        }
        if (claimed) {
            transaction.commit();
        } else {
            transaction.rollback();
        }
        return claimed ? 1 : 0;
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void whatIsBeingTakenOverIsPassedOver(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("cleanup")) {
            OperationStore store = site.store();
            NewRecord dead = Records.finished(store, Records.fresh());
            Records.finished(store, Records.fresh());
            RecordAgeing.on(site.dataSource()).ageAll(PAST_ALL);
            NewRecord next = Records.again(dead);
            Records.within(store, transaction -> {
                assertThat(transaction.claim(next)).isInstanceOf(Claim.Claimed.class);
                try {
                    assertThat(site.cleanup(10).runUntilDone(5)).isEqualTo(new Cleanup.Result(0, 1, 0));
                } catch (java.sql.SQLException error) {
                    throw new AssertionError(error);
                }
                return transaction.finish(next.id(), next.attempt(), Records.DONE);
            });
            assertThat(site.number("SELECT COUNT(*) FROM yici_record WHERE state = 'finished'"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void runningClaimsOfASmallTableDoNotHoldItUp(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("cleanup")) {
            OperationStore store = site.store();
            for (int count = 0; count < 3; count++) {
                Records.finished(store, Records.fresh());
            }
            RecordAgeing.on(site.dataSource()).ageAll(PAST_ALL);
            Records.within(store, transaction -> {
                transaction.claim(Records.fresh());
                long start = System.nanoTime();
                try {
                    assertThat(site.cleanup(500).runUntilDone(5).deleted()).isEqualTo(3);
                } catch (java.sql.SQLException error) {
                    throw new AssertionError(error);
                }
                // A scan would wait for the claim above as long as the database waits for locks: 50 s on InnoDB.
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
                return false;
            });
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void theScheduleTidiesUntilItIsClosedAndSurvivesFailures(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("cleanup")) {
            OperationStore store = site.store();
            try (Cleanup cleanup = site.cleanup(10)) {
                site.execute("ALTER TABLE yici_record RENAME TO hidden");
                cleanup.start(Duration.ofMillis(20));
                site.execute("ALTER TABLE hidden RENAME TO yici_record");
                for (int count = 0; count < 30; count++) {
                    Records.finished(store, Records.fresh());
                }
                RecordAgeing.on(site.dataSource()).ageAll(PAST_ALL);
                await(() -> count(site) == 0);
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().equals("yici-cleanup"));
        }
    }

    private static long count(Ground.Site site) {
        try {
            return site.number("SELECT COUNT(*) FROM yici_record");
        } catch (java.sql.SQLException error) {
            throw new AssertionError(error);
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
