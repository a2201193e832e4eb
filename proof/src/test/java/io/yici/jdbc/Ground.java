package io.yici.jdbc;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database, a driver and an isolation level on which a store must keep its promises. */
record Ground(
        TestDatabase database,
        boolean otherDriver,
        @Nullable Isolation isolation) {
    /** Every database with everything its users may choose. */
    static List<Ground> all() {
        List<Ground> grounds = new ArrayList<>();
        for (TestDatabase database : TestDatabase.values()) {
            grounds.add(new Ground(database, false, null));
            if (database != TestDatabase.SQLITE) {
                for (Isolation isolation : Isolation.values()) {
                    grounds.add(new Ground(database, false, isolation));
                }
            }
        }
        grounds.add(new Ground(TestDatabase.MARIADB, true, null));
        return grounds;
    }

    /** Every server, at every level. */
    static List<Ground> servers() {
        return all().stream()
                .filter(ground -> ground.database != TestDatabase.SQLITE && ground.database != TestDatabase.H2)
                .toList();
    }

    /** Every database once, at its own isolation level. */
    static List<Ground> plain() {
        return all().stream()
                .filter(ground -> ground.isolation == null && !ground.otherDriver)
                .toList();
    }

    /** A new database with the schema in it. */
    Site open(String hint) throws SQLException {
        FreshDatabase fresh = database.create(hint);
        FreshDatabase seen = otherDriver ? fresh.throughConnectorJ() : fresh;
        DataSource pool = seen.pool(20);
        try (Connection connection = pool.getConnection()) {
            Schema.of(connection, TableNames.defaults()).createIfMissing(connection);
            return new Site(fresh, seen, pool, DialectDetection.of(connection), isolation);
        }
    }

    @Override
    public String toString() {
        return database + (otherDriver ? " by Connector/J" : "") + (isolation == null ? "" : " " + isolation);
    }

    /** A database to test on. */
    record Site(
            FreshDatabase fresh,
            FreshDatabase seen,
            DataSource dataSource,
            Dialect dialect,
            @Nullable Isolation isolation)
            implements AutoCloseable {
        JdbcOperationStore store() throws SQLException {
            return store(new DataSourceTransactions(dataSource, dialect, isolation));
        }

        JdbcOperationStore store(JdbcTransactions transactions) throws SQLException {
            return JdbcOperationStore.on(dataSource, transactions, TableNames.defaults());
        }

        Cleanup cleanup(int batch) {
            return new Cleanup(dataSource, dialect, TableNames.defaults(), batch, () -> 0.5);
        }

        void execute(String... statements) throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String each : statements) {
                    statement.execute(each);
                }
            }
        }

        long number(String query) throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    var rows = statement.executeQuery(query)) {
                rows.next();
                return rows.getLong(1);
            }
        }

        @Override
        public void close() {
            fresh.close();
        }
    }
}
