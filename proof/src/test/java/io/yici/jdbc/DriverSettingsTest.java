package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.store.Claim;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.test.RecordAgeing;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ways in which users set their drivers and pools up, each of which changes how statements travel. */
class DriverSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, prepareThreshold, 1, false",
        "POSTGRESQL, prepareThreshold, 0, false",
        "POSTGRESQL, preferQueryMode, simple, false",
        "POSTGRESQL, autosave, always, false",
        "POSTGRESQL, stringtype, unspecified, false",
        "POSTGRESQL, binaryTransfer, false, false",
        "MYSQL, useServerPrepStmts, true, false",
        "MYSQL, cachePrepStmts, true, false",
        "MYSQL, useAffectedRows, true, false",
        "MYSQL, rewriteBatchedStatements, true, false",
        "MYSQL, useLocalSessionState, true, false",
        "MYSQL, characterEncoding, ISO-8859-1, false",
        "MARIADB, useServerPrepStmts, true, false",
        "MARIADB, useAffectedRows, true, false",
        "MARIADB, useServerPrepStmts, true, true",
        "MARIADB, useAffectedRows, true, true"
    })
    void noneChangesWhatIsPromised(TestDatabase database, String parameter, String value, boolean connectorJ)
            throws Exception {
        try (FreshDatabase fresh = database.create("settings")) {
            FreshDatabase seen = (connectorJ ? fresh.throughConnectorJ() : fresh).with(parameter, value);
            HikariDataSource pool = seen.pool(4);
            Dialect dialect = withSchema(pool);
            OperationStore store =
                    JdbcOperationStore.on(pool, new DataSourceTransactions(pool, dialect, null), TableNames.defaults());
            for (int times = 0; times < 7; times++) {
                NewRecord record = Records.fresh();
                StoreTransaction first = store.begin();
                assertThat(first.claim(record)).isInstanceOf(Claim.Claimed.class);
                StoreTransaction rival = store.beginApart();
                assertThat(rival.claim(Records.again(record))).isInstanceOf(Claim.InFlight.class);
                rival.rollback();
                assertThat(first.finish(record.id(), record.attempt(), Records.DONE))
                        .isTrue();
                first.commit();
                Claim.Recorded found = (Claim.Recorded) Records.tried(store, Records.again(record));
                assertThat(found.record().result()).isEqualTo(Records.DONE.result());
                assertThat(found.record().fingerprint()).isEqualTo(record.fingerprint());
                RecordAgeing.on(pool).ageAll(Duration.ofMillis(Records.ANSWERS + Records.REFUSES + 1));
                Records.finished(store, Records.again(record));
            }
            RecordAgeing.on(pool).ageAll(Duration.ofMillis(Records.ANSWERS + 1));
            assertThat(new Cleanup(pool, dialect, TableNames.defaults(), 5, () -> 0).runUntilDone(10))
                    .isEqualTo(new Cleanup.Result(1, 6, 0));
        }
    }

    /** MariaDB 11.6 and newer come with this on. */
    @ParameterizedTest
    @EnumSource(
            value = Isolation.class,
            names = {"REPEATABLE_READ", "SERIALIZABLE"})
    void aRecordNewerThanTheSnapshotIsFoundOrAConflict(Isolation isolation) throws Exception {
        try (FreshDatabase fresh = TestDatabase.MARIADB.create("settings")) {
            HikariDataSource pool =
                    fresh.pool(4, config -> config.setConnectionInitSql("SET SESSION innodb_snapshot_isolation = ON"));
            Dialect dialect = withSchema(pool);
            DataSourceTransactions transactions = new DataSourceTransactions(pool, dialect, isolation);
            OperationStore store = JdbcOperationStore.on(pool, transactions, TableNames.defaults());
            StoreTransaction old = store.begin();
            try (Statement statement = java.util.Objects.requireNonNull(transactions.current())
                            .connection()
                            .createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM yici_audit")) {
                assertThat(rows.next()).isFalse();
            }
            NewRecord record = Records.fresh();
            StoreTransaction winner = store.beginApart();
            winner.claim(record);
            winner.finish(record.id(), record.attempt(), Records.DONE);
            winner.commit();
            try {
                assertThat(old.claim(Records.again(record))).isInstanceOf(Claim.Recorded.class);
            } catch (StoreException conflict) {
                assertThat(conflict.failure()).isEqualTo(Failure.CONFLICT);
            }
            old.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void aPoolDoesNotLendAnAbandonedConnectionAgain(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("settings");
                HikariDataSource one = site.fresh().pool(1)) {
            String session = database == TestDatabase.POSTGRESQL ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()";
            Connection broken = one.getConnection();
            broken.setAutoCommit(false);
            long before = number(broken, session);
            Connections.abandon(broken, site.dialect());
            Connections.closeQuietly(broken);
            try (Connection next = one.getConnection()) {
                assertThat(number(next, session)).isNotEqualTo(before);
                assertThat(next.getAutoCommit()).isTrue();
            }
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Dialect withSchema(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Schema.of(connection, TableNames.defaults()).createIfMissing(connection);
            return DialectDetection.of(connection);
        }
    }
}
