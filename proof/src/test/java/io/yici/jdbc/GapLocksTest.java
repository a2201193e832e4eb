package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.TestDatabase;
import io.yici.store.Claim;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lock on the gap where a record would go says nothing about a rival, and is not called one: case B25. */
class GapLocksTest {
    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"MYSQL", "MARIADB"})
    void aFreshKeyBesideAForeignLockIsBusyAndTheTransactionGoesOn(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("gaps");
                HikariDataSource impatient = site.fresh()
                        .pool(4, config -> config.setConnectionInitSql("SET SESSION innodb_lock_wait_timeout = 1"));
                Connection foreign = site.dataSource().getConnection()) {
            OperationStore store = JdbcOperationStore.on(
                    impatient, new DataSourceTransactions(impatient, site.dialect(), null), TableNames.defaults());
            NewRecord record = Records.fresh();
            lockGap(foreign, record);

            StoreTransaction transaction = store.begin();
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Busy.class);
            foreign.rollback();
            assertThat(transaction.claim(record)).isInstanceOf(Claim.Claimed.class);
            assertThat(transaction.finish(record.id(), record.attempt(), Records.DONE))
                    .isTrue();
            transaction.commit();
            assertThat(Records.tried(store, Records.again(record))).isInstanceOf(Claim.Recorded.class);
        }
    }

    private static void lockGap(Connection foreign, NewRecord record) throws SQLException {
        foreign.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        foreign.setAutoCommit(false);
        try (PreparedStatement statement =
                foreign.prepareStatement("SELECT id FROM yici_record WHERE id = ? FOR UPDATE")) {
            statement.setBytes(1, record.id().bytes());
            statement.executeQuery().close();
        }
    }
}
