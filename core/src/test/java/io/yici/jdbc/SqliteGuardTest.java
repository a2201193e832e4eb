package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/** Case "sqlite-jdbc goes on in auto-commit": no half of a transaction stays. */
class SqliteGuardTest {
    private final Path file = LocalDatabase.file();

    @ParameterizedTest
    @ValueSource(strings = {"IMMEDIATE", "DEFERRED"})
    void withoutTheGuardHalfOfTheTransactionStays(String mode) throws Exception {
        DataSource plain = withTable(plain(mode));
        try (Connection connection = plain.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO b VALUES (1, 'a')");
            assertThatThrownBy(() -> execute(connection, "INSERT OR ROLLBACK INTO b VALUES (2, 'a')"))
                    .isInstanceOf(SQLException.class);
            execute(connection, "INSERT INTO b VALUES (3, 'half')");
        }
        assertThat(rows(plain)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IMMEDIATE", "DEFERRED"})
    void afterAnErrorThatRolledBackTheCommitFailsAndNothingStays(String mode) throws Exception {
        DataSource guarded = withTable(SqliteGuard.guard(plain(mode)));
        try (Connection connection = guarded.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO b VALUES (1, 'a')");
            assertThatThrownBy(() -> execute(connection, "INSERT OR ROLLBACK INTO b VALUES (2, 'a')"))
                    .isInstanceOf(SQLException.class);
            execute(connection, "INSERT INTO b VALUES (3, 'half')");
            assertThatThrownBy(connection::commit).isInstanceOf(DoomedException.class);
            assertThat(connection.getAutoCommit()).isFalse();
            execute(connection, "INSERT INTO b VALUES (4, 'new transaction')");
            connection.rollback();
            execute(connection, "INSERT INTO b VALUES (5, 'another')");
            connection.commit();
        }
        assertThat(rows(guarded)).isEqualTo(1);
    }

    @Test
    void switchingToAutoCommitIsACommitToo() throws Exception {
        DataSource guarded = withTable(SqliteGuard.guard(plain("IMMEDIATE")));
        try (Connection connection = guarded.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO b VALUES (1, 'a')");
            assertThatThrownBy(() -> execute(connection, "INSERT OR ROLLBACK INTO b VALUES (2, 'a')"))
                    .isInstanceOf(SQLException.class);
            execute(connection, "INSERT INTO b VALUES (3, 'half')");
            assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(DoomedException.class);
            assertThat(connection.getAutoCommit()).isTrue();
        }
        assertThat(rows(guarded)).isZero();
    }

    @Test
    void anOrdinaryErrorCostsNothing() throws Exception {
        DataSource guarded = withTable(SqliteGuard.guard(plain("IMMEDIATE")));
        try (Connection connection = guarded.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO b VALUES (1, 'a')");
            for (String wrong : new String[] {"INSERT INTO b VALUES (2, 'a')", "SELECT nothing", "no SQL"}) {
                assertThatThrownBy(() -> execute(connection, wrong)).isInstanceOf(SQLException.class);
            }
            try (var statement = connection.prepareStatement("INSERT INTO b VALUES (?, 'a')")) {
                statement.setInt(1, 9);
                assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                assertThat(statement.getConnection()).isSameAs(connection);
            }
            var savepoint = connection.setSavepoint();
            execute(connection, "INSERT INTO b VALUES (7, 'undone')");
            connection.rollback(savepoint);
            execute(connection, "INSERT INTO b VALUES (8, 'b')");
            connection.commit();
        }
        assertThat(rows(guarded)).isEqualTo(2);
    }

    @Test
    void endingTheTransactionByTextIsNoticed() throws Exception {
        DataSource guarded = withTable(SqliteGuard.guard(plain("IMMEDIATE")));
        try (Connection connection = guarded.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO b VALUES (1, 'a')");
            execute(connection, "ROLLBACK");
            execute(connection, "INSERT INTO b VALUES (3, 'half')");
            assertThatThrownBy(connection::commit).isInstanceOf(DoomedException.class);
        }
        assertThat(rows(guarded)).isZero();
    }

    @Test
    void aBeginThatFailsLeavesTheConnectionInAutoCommit() throws Exception {
        DataSource guarded = withTable(SqliteGuard.guard(plain("IMMEDIATE")));
        try (Connection writer = guarded.getConnection();
                Connection connection = guarded.getConnection()) {
            writer.setAutoCommit(false);
            assertThatThrownBy(() -> connection.setAutoCommit(false)).isInstanceOf(SQLException.class);
            assertThat(connection.getAutoCommit()).isTrue();
            writer.rollback();
            writer.setAutoCommit(true);
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO b VALUES (1, 'a')");
            connection.rollback();
        }
        assertThat(rows(guarded)).isZero();
    }

    @Test
    void theGuardCanBeUnwrappedAndIsPutOnOnce() throws Exception {
        DataSource plain = plain("IMMEDIATE");
        DataSource guarded = SqliteGuard.guard(plain);
        assertThat(guarded.isWrapperFor(SQLiteDataSource.class)).isTrue();
        assertThat(guarded.unwrap(SQLiteDataSource.class)).isSameAs(plain);
        try (Connection connection = guarded.getConnection()) {
            assertThat(SqliteGuard.guard(connection)).isSameAs(connection);
            assertThat(connection.isWrapperFor(SQLiteConnection.class)).isTrue();
            assertThat(connection.unwrap(SQLiteConnection.class)).isNotNull();
            assertThat(java.util.List.of(connection)).contains(connection);
        }
    }

    @Test
    void ourOwnTransactionsAreGuarded() throws Exception {
        DataSource plain = withTable(plain("IMMEDIATE"));
        OwnTransaction transaction = OwnTransaction.begin(plain, Dialects.SQLITE, null);
        execute(transaction.connection(), "INSERT INTO b VALUES (1, 'a')");
        assertThatThrownBy(() -> execute(transaction.connection(), "INSERT OR ROLLBACK INTO b VALUES (2, 'a')"))
                .isInstanceOf(SQLException.class);
        execute(transaction.connection(), "INSERT INTO b VALUES (3, 'half')");
        assertThatThrownBy(transaction::commit).hasRootCauseInstanceOf(org.sqlite.SQLiteException.class);
        assertThat(rows(plain)).isZero();
    }

    private DataSource plain(String mode) {
        SQLiteDataSource dataSource = new SQLiteDataSource();
        // This data source does not take these two from its URL.
        dataSource.setUrl("jdbc:sqlite:" + file + "?journal_mode=WAL");
        dataSource.setBusyTimeout(50);
        dataSource.setTransactionMode(mode);
        return dataSource;
    }

    private static DataSource withTable(DataSource dataSource) throws SQLException {
        LocalDatabase.execute(dataSource, "CREATE TABLE b (id INTEGER PRIMARY KEY, u TEXT UNIQUE)");
        return dataSource;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int rows(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM b")) {
            return row.next() ? row.getInt(1) : -1;
        }
    }
}
