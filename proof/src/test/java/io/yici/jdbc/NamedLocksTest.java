package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.services.TestDatabase;
import io.yici.store.Claim;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MySQL's locks belong to sessions, which pools keep: whatever happens, none is left behind. */
class NamedLocksTest {
    private Ground.Site site;
    private OperationStore store;

    @BeforeEach
    void open() throws SQLException {
        site = new Ground(TestDatabase.MYSQL, false, null).open("locks");
        store = site.store();
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void heldWhileRunningAndFreeAfterCommit() throws Exception {
        NewRecord record = Records.fresh();
        StoreTransaction transaction = store.begin();
        transaction.claim(record);
        assertThat(isFree(record)).isFalse();
        transaction.finish(record.id(), record.attempt(), Records.DONE);
        transaction.commit();
        assertThat(isFree(record)).isTrue();
    }

    @Test
    void freeAfterRollBackAndAfterEveryWayOfNotClaiming() throws Exception {
        NewRecord record = Records.fresh();
        assertThat(Records.tried(store, record)).isInstanceOf(Claim.Claimed.class);
        assertThat(isFree(record)).isTrue();
        Records.finished(store, record);
        Records.within(store, transaction -> {
            assertThat(transaction.claim(Records.again(record))).isInstanceOf(Claim.Recorded.class);
            assertThat(isFree(record)).isTrue();
            return false;
        });
        StoreTransaction apart = store.beginApart();
        apart.forget(Records.again(record), "tester", "lock");
        assertThat(isFree(record)).isFalse();
        apart.commit();
        assertThat(isFree(record)).isTrue();
    }

    @Test
    void takenAgainByTheSameSessionItIsGivenBackAsOften() throws Exception {
        NewRecord record = Records.fresh();
        StoreTransaction transaction = store.begin();
        transaction.claim(record);
        transaction.withdraw(record.id(), record.attempt());
        transaction.claim(Records.again(record));
        transaction.rollback();
        assertThat(isFree(record)).isTrue();
    }

    @Test
    void aPartThatIsUndoneKeepsItUntilTheWholeEnds() throws Exception {
        NewRecord inner = Records.fresh();
        StoreTransaction outer = store.begin();
        StoreTransaction part = store.begin();
        part.claim(inner);
        part.rollback();
        assertThat(isFree(inner)).isFalse();
        outer.commit();
        assertThat(isFree(inner)).isTrue();
    }

    @Test
    void aLostConnectionFreesIt() throws Exception {
        NewRecord record = Records.fresh();
        StoreTransaction transaction = store.begin();
        transaction.claim(record);
        site.execute("KILL " + holder(record));
        assertThatThrownBy(transaction::commit)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        error -> assertThat(error.failure()).isEqualTo(Failure.UNREACHABLE));
        awaitFree(record);
        Records.finished(store, Records.again(record));
    }

    @Test
    void aConnectionThatCannotGiveItBackIsCut() throws Exception {
        NewRecord record = Records.fresh();
        Connection connection = site.fresh().unpooled().getConnection();
        connection.setAutoCommit(false);
        ConnectionTransactions transactions = new ConnectionTransactions(refusingToRelease(connection));
        StoreTransaction part = site.store(transactions).begin();
        part.claim(record);
        connection.commit();
        assertThat(isFree(record)).isFalse();
        transactions.close();
        assertThat(connection.isClosed()).isTrue();
        awaitFree(record);
    }

    private static Connection refusingToRelease(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                NamedLocksTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (arguments != null && String.valueOf(arguments[0]).contains("RELEASE_LOCK")) {
                        throw new SQLException("the statement got lost");
                    }
                    return method.invoke(connection, arguments);
                });
    }

    @Test
    void theSameOperationInAnotherDatabaseOfTheServerIsAnother() throws Exception {
        NewRecord record = Records.fresh();
        try (Ground.Site other = new Ground(TestDatabase.MYSQL, false, null).open("locks")) {
            StoreTransaction transaction = store.begin();
            transaction.claim(record);
            assertThat(Records.tried(other.store(), Records.again(record))).isInstanceOf(Claim.Claimed.class);
            transaction.rollback();
        }
    }

    /** A server notices a cut connection a moment later. */
    private void awaitFree(NewRecord record) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!isFree(record)) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }

    private boolean isFree(NewRecord record) {
        return holder(record) == 0;
    }

    /** The session that holds the lock, or 0. */
    private long holder(NewRecord record) {
        RecordTable table = new RecordTable(
                Dialects.MYSQL, TableNames.defaults(), site.fresh().name());
        try (Connection connection = site.fresh().unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COALESCE(IS_USED_LOCK('" + table.lockName(record.id()) + "'), 0)")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException error) {
            throw new AssertionError(error);
        }
    }
}
