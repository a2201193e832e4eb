package io.yici.jdbc;

import static io.yici.jdbc.LocalDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import io.yici.store.StoreTransaction;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store's own steps on the databases that need no server; the contract on all of them is elsewhere. */
class JdbcOperationStoreTest {
    private static final Operation OPERATION =
            Operation.named("order.create").by("merchant-é").key("key-1");
    private static final Completion DONE =
            new Completion(RecordState.FINISHED, "{\"no\":7}".getBytes(StandardCharsets.UTF_8), "application/json");

    @ParameterizedTest
    @EnumSource
    void finishedRecordIsReadBackWhole(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        NewRecord first = record(OPERATION);
        finish(store, first);

        OperationRecord found = recorded(store, record(OPERATION));
        assertThat(found.id()).isEqualTo(OPERATION.id());
        assertThat(found.operation()).isEqualTo("order.create");
        assertThat(found.fingerprint()).isEqualTo(Fingerprint.of("x").stored());
        assertThat(found.state()).isEqualTo(RecordState.FINISHED);
        assertThat(found.attempt()).isEqualTo(first.attempt());
        assertThat(found.result()).isEqualTo(DONE.result());
        assertThat(found.resultType()).isEqualTo("application/json");
        assertThat(found.createdAt()).isCloseTo(System.currentTimeMillis(), within(60_000L));
        assertThat(found.answersUntil() - found.createdAt()).isEqualTo(1_000);
        assertThat(found.refusesUntil() - found.answersUntil()).isEqualTo(2_000);
        assertThat(found.readAt()).isCloseTo(found.createdAt(), within(60_000L));
    }

    @ParameterizedTest
    @EnumSource
    void rolledBackClaimLeavesTheKeyFree(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        StoreTransaction transaction = store.begin();
        assertThat(transaction.claim(record(OPERATION))).isInstanceOf(Claim.Claimed.class);
        assertThat(transaction.rollback()).isFalse();

        finish(store, record(OPERATION));
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheAttemptThatClaimedMayFinishOrWithdraw(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        NewRecord record = record(OPERATION);
        StoreTransaction transaction = store.begin();
        transaction.claim(record);
        assertThat(transaction.finish(OPERATION.id(), attempt(), DONE)).isFalse();
        assertThat(transaction.withdraw(OPERATION.id(), attempt())).isFalse();
        assertThat(transaction.finish(OPERATION.id(), record.attempt(), DONE)).isTrue();
        assertThat(transaction.finish(OPERATION.id(), record.attempt(), DONE)).isFalse();
        assertThat(transaction.withdraw(OPERATION.id(), record.attempt())).isFalse();
        transaction.commit();
    }

    @ParameterizedTest
    @EnumSource
    void recordPastItsRefusalPeriodIsTakenOver(LocalDatabase database) throws Exception {
        DataSource dataSource = database.createWithSchema();
        JdbcOperationStore store = store(dataSource);
        finish(store, record(OPERATION));
        execute(dataSource, "UPDATE yici_record SET answers_until = 1, refuses_until = 2, created_at = 0");

        NewRecord second = record(OPERATION);
        finish(store, second);
        OperationRecord found = recorded(store, record(OPERATION));
        assertThat(found.attempt()).isEqualTo(second.attempt());
        assertThat(found.createdAt()).isCloseTo(System.currentTimeMillis(), within(60_000L));
    }

    @ParameterizedTest
    @EnumSource
    void startedRecordIsNeverTakenOverHoweverOld(LocalDatabase database) throws Exception {
        DataSource dataSource = database.createWithSchema();
        JdbcOperationStore store = store(dataSource);
        finish(store, record(OPERATION));
        execute(dataSource, "UPDATE yici_record SET state = 'started', answers_until = 1, refuses_until = 2");

        assertThat(recorded(store, record(OPERATION)).state()).isEqualTo(RecordState.STARTED);
    }

    @ParameterizedTest
    @EnumSource
    void recordOfANewerVersionIsUnreadableAndKept(LocalDatabase database) throws Exception {
        DataSource dataSource = database.createWithSchema();
        JdbcOperationStore store = store(dataSource);
        finish(store, record(OPERATION));

        execute(dataSource, "UPDATE yici_record SET format = 2, answers_until = 1, refuses_until = 2");
        OperationRecord newer = recorded(store, record(OPERATION));
        assertThat(newer.state()).isEqualTo(RecordState.UNREADABLE);
        assertThat(newer.expired()).isFalse();

        execute(dataSource, "UPDATE yici_record SET format = 1, state = 'paused'");
        assertThat(recorded(store, record(OPERATION)).state()).isEqualTo(RecordState.UNREADABLE);
    }

    @ParameterizedTest
    @EnumSource
    void ourOwnInsertSentTwiceByTheDriverIsStillOurs(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        NewRecord record = record(OPERATION);
        StoreTransaction transaction = store.begin();
        assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
        assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
        transaction.rollback();
    }

    @ParameterizedTest
    @EnumSource
    void rivalIsRefusedAtOnceWhileTheFirstRuns(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        StoreTransaction first = store.begin();
        first.claim(record(OPERATION));
        assertThat(store.threadIsBound()).isTrue();
        if (database == LocalDatabase.H2) {
            StoreTransaction rival = store.beginApart();
            assertThat(rival.claim(record(OPERATION))).isInstanceOf(Claim.InFlight.class);
            assertThat(rival.now()).isPositive();
            rival.rollback();
        }
        first.commit();
        assertThat(store.threadIsBound()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void nestedPartIsUndoneAloneAndTheRestCommits(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        Operation inner = Operation.named("inner").by("c").key("k");
        NewRecord record = record(OPERATION);
        StoreTransaction outer = store.begin();
        outer.claim(record);
        StoreTransaction part = store.begin();
        assertThat(part.joined()).isTrue();
        part.claim(record(inner));
        assertThat(part.rollback()).isTrue();
        outer.finish(OPERATION.id(), record.attempt(), DONE);
        outer.commit();

        assertThat(recorded(store, record(OPERATION)).state()).isEqualTo(RecordState.FINISHED);
        finish(store, record(inner));
    }

    @ParameterizedTest
    @EnumSource
    void shieldedStepLeavesNothingWhenItFails(LocalDatabase database) throws Exception {
        JdbcOperationStore store = store(database.createWithSchema());
        StoreTransaction transaction = store.begin();
        assertThat(transaction.shielded(() -> {
                    transaction.claim(record(OPERATION));
                    return false;
                }))
                .isFalse();
        transaction.commit();

        finish(store, record(OPERATION));
    }

    @ParameterizedTest
    @EnumSource
    void forgottenKeyIsFreeAndAudited(LocalDatabase database) throws Exception {
        DataSource dataSource = database.createWithSchema();
        JdbcOperationStore store = store(dataSource);
        finish(store, record(OPERATION));

        StoreTransaction apart = store.beginApart();
        assertThat(apart.forget(record(OPERATION), "ann", "customer asked")).isInstanceOf(Claim.Recorded.class);
        assertThat(apart.forget(record(OPERATION), "ann", "again")).isInstanceOf(Claim.Claimed.class);
        apart.commit();
        finish(store, record(OPERATION));
        try (Connection connection = dataSource.getConnection();
                var rows = connection.createStatement().executeQuery("SELECT by_whom, reason, found FROM yici_audit")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("ann");
            assertThat(rows.getString(2)).isEqualTo("customer asked");
            assertThat(rows.getString(3)).isEqualTo("finished");
            assertThat(rows.next()).isFalse();
        }
    }

    private static JdbcOperationStore store(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Dialect dialect = DialectDetection.of(connection);
            return JdbcOperationStore.on(
                    dataSource, new DataSourceTransactions(dataSource, dialect, null), TableNames.defaults());
        }
    }

    private static NewRecord record(Operation operation) {
        return new NewRecord(operation, Fingerprint.of("x").stored(), attempt(), null, 1_000, 2_000);
    }

    private static String attempt() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private static void finish(JdbcOperationStore store, NewRecord record) {
        StoreTransaction transaction = store.begin();
        assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
        assertThat(transaction.finish(record.id(), record.attempt(), DONE)).isTrue();
        transaction.commit();
    }

    private static OperationRecord recorded(JdbcOperationStore store, NewRecord record) {
        StoreTransaction transaction = store.begin();
        Claim claim = transaction.claim(record);
        transaction.commit();
        assertThat(claim).isInstanceOf(Claim.Recorded.class);
        return ((Claim.Recorded) claim).record();
    }
}
