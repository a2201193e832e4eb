package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.RecordState;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who gets a record that is past all its times, and who may give one up. */
class TakeOverTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LIFE = Duration.ofMillis(Records.ANSWERS + Records.REFUSES + 1);
    private static final int RIVALS = 6;

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void ofRivalsForADeadRecordOneAtMostHoldsItAndNobodyWaitsForIt(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("takeover")) {
            OperationStore store = site.store();
            int claimed = 0;
            for (int round = 0; round < 10; round++) {
                NewRecord dead = Records.finished(store, Records.fresh());
                RecordAgeing.on(site.dataSource()).ageAll(LIFE);
                CyclicBarrier allTried = new CyclicBarrier(RIVALS);
                List<Race.Finish<Boolean>> finishes = Race.within(LIMIT).run(RIVALS, rival -> () -> {
                    StoreTransaction transaction = store.begin();
                    try {
                        Claim claim = claimOrConflict(transaction, Records.again(dead));
                        if (!(claim instanceof Claim.Claimed)) {
                            transaction.rollback();
                        }
                        allTried.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                        return claim instanceof Claim.Claimed;
                    } finally {
                        transaction.rollback();
                    }
                });
                assertThat(finishes).allMatch(Race.Finish::returned);
                long holders = finishes.stream()
                        .filter(finish -> Boolean.TRUE.equals(finish.value()))
                        .count();
                assertThat(holders).isLessThanOrEqualTo(1);
                claimed += (int) holders;
            }
            assertThat(claimed).as("rounds in which one of the rivals got it").isPositive();
        }
    }

    private static Claim claimOrConflict(StoreTransaction transaction, NewRecord record) {
        try {
            return transaction.claim(record);
        } catch (StoreException conflict) {
            assertThat(conflict.failure()).isEqualTo(io.yici.store.Failure.CONFLICT);
            return new Claim.Busy("conflict");
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aDeadRecordThatIsBeingTakenOverIsInFlight(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("takeover")) {
            OperationStore store = site.store();
            NewRecord dead = Records.finished(store, Records.fresh());
            RecordAgeing.on(site.dataSource()).ageAll(LIFE);
            StoreTransaction first = store.begin();
            assertThat(first.claim(Records.again(dead))).isInstanceOf(Claim.Claimed.class);
            if (ground.database() != TestDatabase.SQLITE) {
                StoreTransaction second = store.beginApart();
                assertThat(second.claim(Records.again(dead))).isInstanceOf(Claim.InFlight.class);
                assertThat(second.forget(Records.again(dead), "tester", "in flight"))
                        .isInstanceOf(Claim.InFlight.class);
                // At REPEATABLE READ InnoDB locks the gap before a row that was met by an insert.
                NewRecord other = Records.freshAfter(dead);
                assertThat(second.claim(other)).isInstanceOf(Claim.Claimed.class);
                assertThat(second.finish(other.id(), other.attempt(), Records.DONE))
                        .isTrue();
                second.commit();
                assertThat(site.number("SELECT COUNT(*) FROM yici_record WHERE state = 'finished'"))
                        .isEqualTo(2);
            }
            first.rollback();
            assertThat(site.number("SELECT COUNT(*) FROM yici_audit")).isZero();
            Records.finished(store, Records.again(dead));
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void anythingThatIsRecordedCanBeForgottenAndNothingThatIsRunning(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("forget")) {
            OperationStore store = site.store();
            for (String state : List.of("started", "unresolved", "rejected", "tombstone", "never-heard-of")) {
                NewRecord record = Records.finished(store, Records.fresh());
                site.execute("UPDATE yici_record SET state = '" + state + "'");
                StoreTransaction apart = store.beginApart();
                assertThat(apart.forget(Records.again(record), "tester", state)).isInstanceOf(Claim.Recorded.class);
                apart.commit();
                assertThat(site.number("SELECT COUNT(*) FROM yici_record")).isZero();
            }
            assertThat(site.number("SELECT COUNT(*) FROM yici_audit")).isEqualTo(5);
            assertThat(site.number("SELECT COUNT(*) FROM yici_audit WHERE found = 'unreadable'"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void forgettingBesideRunsLeavesOneOutcomeForEachClaim(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("forget")) {
            OperationStore store = site.store();
            NewRecord record = Records.fresh();
            List<Race.Finish<Integer>> finishes = Race.within(LIMIT).run(4, runner -> () -> {
                int changed = 0;
                for (int count = 0; count < 50; count++) {
                    changed += runner == 0 ? forgotten(store, record) : finished(store, record);
                }
                return changed;
            });
            assertThat(finishes).allMatch(Race.Finish::returned);
            int claimed = 0;
            for (Race.Finish<Integer> finish : finishes.subList(1, 4)) {
                claimed += Objects.requireNonNull(finish.value());
            }
            long left = site.number("SELECT COUNT(*) FROM yici_record");
            assertThat(claimed).isEqualTo(Objects.requireNonNull(finishes.get(0).value()) + (int) left);
            assertThat(claimed).isPositive();
        }
    }

    private static int forgotten(OperationStore store, NewRecord record) {
        StoreTransaction apart = store.beginApart();
        boolean done = false;
        try {
            done = apart.forget(Records.again(record), "tester", "race") instanceof Claim.Recorded;
        } catch (StoreException conflict) {
            assertThat(conflict.failure()).isEqualTo(io.yici.store.Failure.CONFLICT);
        }
        if (done) {
            apart.commit();
        } else {
            apart.rollback();
        }
        return done ? 1 : 0;
    }

    private static int finished(OperationStore store, NewRecord record) {
        StoreTransaction transaction = store.begin();
        NewRecord own = Records.again(record);
        boolean done = claimOrConflict(transaction, own) instanceof Claim.Claimed;
        if (done) {
            assertThat(transaction.finish(own.id(), own.attempt(), Records.DONE))
                    .isTrue();
            transaction.commit();
        } else {
            transaction.rollback();
        }
        return done ? 1 : 0;
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aTombstoneAnswersAsOneUntilItsTimeIsOver(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("tombstone")) {
            OperationStore store = site.store();
            NewRecord record = Records.finished(store, Records.fresh());
            RecordAgeing.on(site.dataSource()).ageAll(Duration.ofMillis(Records.ANSWERS + 1));
            site.cleanup(10).runBatch();
            Claim.Recorded found = (Claim.Recorded) Records.tried(store, Records.again(record));
            assertThat(found.record().state()).isEqualTo(RecordState.TOMBSTONE);
            assertThat(found.record().expired()).isTrue();
            assertThat(found.record().result()).isNull();
            assertThat(found.record().fingerprint()).isEqualTo(record.fingerprint());
            RecordAgeing.on(site.dataSource()).ageAll(Duration.ofMillis(Records.REFUSES + 1));
            Records.finished(store, Records.again(record));
        }
    }
}
