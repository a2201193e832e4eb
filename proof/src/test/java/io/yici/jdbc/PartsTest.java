package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.yici.MisuseException;
import io.yici.store.Claim;
import io.yici.store.Failure;
import io.yici.store.NewRecord;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of transactions that somebody else ends: ours, joined, and the caller's own. */
class PartsTest {
    /** Case B25: a deadlock cancels the whole transaction, and the savepoint with it. */
    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void aPartThatLostADeadlockIsUndoneOrTheWholeCannotCommit(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("parts")) {
            String engine = site.dialect().isInnoDb() ? " ENGINE = InnoDB" : "";
            site.execute(
                    "CREATE TABLE b (id INT NOT NULL PRIMARY KEY, n INT)" + engine,
                    "INSERT INTO b VALUES (1, 0), (2, 0)");
            DataSourceTransactions transactions =
                    new DataSourceTransactions(site.dataSource(), site.dialect(), site.isolation());
            OperationStore store = site.store(transactions);
            NewRecord outer = Records.fresh();
            StoreTransaction whole = store.begin();
            whole.claim(outer);
            StoreTransaction part = store.begin();
            part.claim(Records.fresh());
            Connection connection =
                    Objects.requireNonNull(transactions.current()).connection();
            SQLException deadlock = loseADeadlock(site, connection);
            assertThat(store.classify(deadlock)).isEqualTo(Failure.CONFLICT);

            boolean undone = part.rollback();
            assertThat(undone).isEqualTo(site.dialect() == Dialects.POSTGRESQL);
            if (undone) {
                assertThat(whole.finish(outer.id(), outer.attempt(), Records.DONE))
                        .isTrue();
                whole.commit();
            } else {
                execute(connection, "INSERT INTO b VALUES (3, 3)");
                assertThat(catchThrowable(whole::commit))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                error -> assertThat(error.failure()).isEqualTo(Failure.ABORTED));
            }
            assertThat(store.threadIsBound()).isFalse();
            assertThat(site.number("SELECT COUNT(*) FROM yici_record")).isEqualTo(undone ? 1 : 0);
            assertThat(site.number("SELECT COUNT(*) FROM b")).isEqualTo(2);
        }
    }

    /** The other one writes more, so that InnoDB picks ours as the victim; PostgreSQL picks whoever notices first. */
    private static SQLException loseADeadlock(Ground.Site site, Connection ours) throws Exception {
        execute(ours, "UPDATE b SET n = 1 WHERE id = 1");
        ExecutorService other = Executors.newSingleThreadExecutor();
        CountDownLatch has = new CountDownLatch(1);
        try (Connection theirs = site.dataSource().getConnection()) {
            theirs.setAutoCommit(false);
            execute(theirs, site.dialect().isInnoDb() ? "SELECT 1" : "SET LOCAL deadlock_timeout = '50s'");
            for (int row = 100; row < 160; row++) {
                execute(theirs, "INSERT INTO b VALUES (" + row + ", 0)");
            }
            execute(theirs, "UPDATE b SET n = 2 WHERE id = 2");
            Future<?> waiting = other.submit(() -> {
                has.countDown();
                execute(theirs, "UPDATE b SET n = 2 WHERE id = 1");
                return null;
            });
            assertThat(has.await(30, TimeUnit.SECONDS)).isTrue();
            Throwable thrown = catchThrowable(() -> execute(ours, "UPDATE b SET n = 1 WHERE id = 2"));
            assertThat(thrown).isInstanceOf(SQLException.class);
            waiting.get(30, TimeUnit.SECONDS);
            theirs.rollback();
            return (SQLException) thrown;
        } finally {
            other.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aCallersTransactionHoldsThePartsAndDecides(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("parts");
                Connection connection = site.dataSource().getConnection()) {
            assertThatThrownBy(() -> new ConnectionTransactions(connection)).isInstanceOf(MisuseException.class);
            connection.setAutoCommit(false);
            for (boolean commits : new boolean[] {false, true}) {
                NewRecord kept = Records.fresh();
                NewRecord undone = Records.fresh();
                try (ConnectionTransactions transactions = new ConnectionTransactions(connection)) {
                    OperationStore store = site.store(transactions);
                    assertThat(store.threadIsBound()).isTrue();
                    StoreTransaction first = store.begin();
                    assertThat(first.joined()).isTrue();
                    assertThat(first.claim(kept)).isInstanceOf(Claim.Claimed.class);
                    first.finish(kept.id(), kept.attempt(), Records.DONE);
                    first.commit();
                    StoreTransaction second = store.begin();
                    second.claim(undone);
                    assertThat(second.rollback()).isTrue();
                    if (commits) {
                        connection.commit();
                    } else {
                        connection.rollback();
                    }
                }
                // SQLite's next transaction would hold the writer's place.
                connection.setAutoCommit(true);
                assertThat(site.number("SELECT COUNT(*) FROM yici_record")).isEqualTo(commits ? 1 : 0);
                Claim claim = Records.tried(site.store(), Records.again(kept));
                assertThat(claim).isInstanceOf(commits ? Claim.Recorded.class : Claim.Claimed.class);
                connection.setAutoCommit(false);
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
