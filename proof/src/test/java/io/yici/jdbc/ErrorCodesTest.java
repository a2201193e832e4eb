package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.TestDatabase;
import io.yici.store.Failure;
import io.yici.store.OperationStore;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the errors of real databases mean: case B28 and what may be tried again. */
class ErrorCodesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void violatedConstraintsAreRefusals(Ground ground) throws Exception {
        try (Ground.Site site = business(ground)) {
            site.execute("INSERT INTO b VALUES (1, 'a', 1)");
            for (String wrong : List.of(
                    "INSERT INTO b VALUES (2, 'a', 1)",
                    "INSERT INTO b VALUES (1, 'b', 1)",
                    "INSERT INTO b VALUES (3, NULL, 1)",
                    "INSERT INTO b VALUES (3, 'c', 77)")) {
                assertThat(failure(site, wrong)).as(wrong).isEqualTo(Failure.REFUSED);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void missingTablesAndColumnsAreTheSchema(Ground ground) throws Exception {
        try (Ground.Site site = business(ground)) {
            for (String wrong : List.of(
                    "SELECT * FROM nowhere",
                    "INSERT INTO nowhere VALUES (1)",
                    "SELECT missing FROM b",
                    "INSERT INTO b (missing) VALUES (1)")) {
                assertThat(failure(site, wrong)).as(wrong).isEqualTo(Failure.SCHEMA);
            }
            assertThat(failure(site, "SELEKT")).isEqualTo(Failure.OTHER);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void aDeadlockIsAConflictAndItsVictimCannotGoOn(Ground ground) throws Exception {
        try (Ground.Site site = business(ground)) {
            site.execute("INSERT INTO b VALUES (1, 'a', 1)", "INSERT INTO b VALUES (2, 'b', 1)");
            OperationStore store = site.store();
            CyclicBarrier both = new CyclicBarrier(2);
            List<Race.Finish<Failure>> finishes = Race.within(LIMIT).run(2, runner -> () -> {
                OwnTransaction transaction = OwnTransaction.begin(site.dataSource(), site.dialect(), site.isolation());
                try {
                    execute(transaction.connection(), "UPDATE b SET u = 'x" + runner + "' WHERE id = " + (runner + 1));
                    both.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                    execute(transaction.connection(), "UPDATE b SET u = 'y" + runner + "' WHERE id = " + (2 - runner));
                    return Failure.OTHER;
                } catch (SQLException error) {
                    return store.classify(new IllegalStateException("a framework's wrapping", error));
                } finally {
                    transaction.rollback();
                }
            });
            assertThat(finishes).allMatch(Race.Finish::returned);
            assertThat(finishes.stream().map(Race.Finish::value))
                    .containsExactlyInAnyOrder(Failure.OTHER, Failure.CONFLICT);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aPoolWithoutAFreeConnectionIsUnreachable(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("errors")) {
            try (HikariDataSource small = site.seen().pool(1, config -> config.setConnectionTimeout(250))) {
                OperationStore store = JdbcOperationStore.on(
                        small, new DataSourceTransactions(small, site.dialect(), null), TableNames.defaults());
                StoreTransaction holder = store.begin();
                assertThat(catchThrowable(store::beginApart))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                error -> assertThat(error.failure()).isEqualTo(Failure.UNREACHABLE));
                holder.rollback();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#servers")
    void aSessionThatWasEndedIsUnreachable(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("errors")) {
            OperationStore store = site.store();
            StoreTransaction transaction = store.begin();
            transaction.claim(Records.fresh());
            boolean postgresql = site.dialect() == Dialects.POSTGRESQL;
            long session = session(
                    ((JdbcStoreTransaction) transaction).connection(),
                    postgresql ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()");
            site.execute(postgresql ? "SELECT pg_terminate_backend(" + session + ")" : "KILL " + session);
            assertThat(catchThrowable(transaction::commit))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            error -> assertThat(error.failure()).isEqualTo(Failure.UNREACHABLE));
            assertThat(store.threadIsBound()).isFalse();
            Records.finished(store, Records.fresh());
        }
    }

    private static long session(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aSwallowedErrorCannotEndInACommittedHalf(Ground ground) throws Exception {
        try (Ground.Site site = business(ground)) {
            site.execute("INSERT INTO b VALUES (1, 'a', 1)");
            OwnTransaction transaction = OwnTransaction.begin(site.dataSource(), site.dialect(), site.isolation());
            JdbcStoreTransaction steps = new JdbcStoreTransaction(
                    transaction, site.dialect(), Tables.of(site.dialect(), TableNames.defaults(), ""));
            var record = Records.fresh();
            steps.claim(record);
            String wrong = ground.database() == TestDatabase.SQLITE
                    ? "INSERT OR ROLLBACK INTO b VALUES (2, 'a', 1)"
                    : "INSERT INTO b VALUES (2, 'a', 1)";
            assertThat(catchThrowable(() -> execute(transaction.connection(), wrong)))
                    .isInstanceOf(SQLException.class);
            if (ground.database() == TestDatabase.POSTGRESQL) {
                assertThat(catchThrowable(() -> steps.finish(record.id(), record.attempt(), Records.DONE)))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                error -> assertThat(error.failure()).isEqualTo(Failure.ABORTED));
                steps.rollback();
            } else if (ground.database() == TestDatabase.SQLITE) {
                execute(transaction.connection(), "INSERT INTO b VALUES (3, 'half', 1)");
                assertThat(steps.finish(record.id(), record.attempt(), Records.DONE))
                        .isFalse();
                assertThat(catchThrowable(steps::commit))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                error -> assertThat(error.failure()).isEqualTo(Failure.ABORTED));
            } else {
                // Elsewhere the failed statement alone is undone, and swallowing it is the business' right.
                assertThat(steps.finish(record.id(), record.attempt(), Records.DONE))
                        .isTrue();
                steps.rollback();
            }
            assertThat(site.number("SELECT COUNT(*) FROM b")).isEqualTo(1);
            assertThat(site.number("SELECT COUNT(*) FROM yici_record")).isZero();
        }
    }

    private static Failure failure(Ground.Site site, String sql) throws SQLException {
        Throwable thrown = catchThrowable(() -> site.execute(sql));
        assertThat(thrown).isInstanceOf(SQLException.class);
        SQLException outer = new SQLException("batch");
        outer.setNextException((SQLException) thrown);
        OperationStore store = site.store();
        assertThat(store.classify(outer)).isEqualTo(store.classify(thrown));
        return store.classify(new RuntimeException(new IllegalStateException(thrown)));
    }

    private static Ground.Site business(Ground ground) throws SQLException {
        Ground.Site site = ground.open("errors");
        String engine = ground.database() == TestDatabase.MYSQL || ground.database() == TestDatabase.MARIADB
                ? " ENGINE = InnoDB"
                : "";
        site.execute(
                "CREATE TABLE o (id INT NOT NULL PRIMARY KEY)" + engine,
                "INSERT INTO o VALUES (1)",
                "CREATE TABLE b (id INT NOT NULL PRIMARY KEY, u VARCHAR(20) NOT NULL UNIQUE, o INT NOT NULL,"
                        + " FOREIGN KEY (o) REFERENCES o (id))" + engine);
        return site;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
