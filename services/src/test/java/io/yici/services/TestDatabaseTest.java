package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestDatabaseTest {
    private static final Map<TestDatabase, String> VERSIONS = Map.of(
            TestDatabase.POSTGRESQL, "17.",
            TestDatabase.MYSQL, "8.0.",
            TestDatabase.MARIADB, "11.4.",
            TestDatabase.SQLITE, "3.50.",
            TestDatabase.H2, "2.4.");

    @ParameterizedTest
    @EnumSource
    void freshDatabaseAnswers(TestDatabase kind) throws SQLException {
        try (FreshDatabase database = kind.create("answers");
                HikariDataSource pool = database.pool(2)) {
            assertThat(number(pool, "select 1")).isEqualTo(1);
            assertThat(number(database.unpooled(), "select 1")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void versionIsTheOnePromised(TestDatabase kind) throws SQLException {
        try (FreshDatabase database = kind.create("version");
                Connection connection = database.unpooled().getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith(VERSIONS.get(kind));
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoDatabasesDoNotSeeEachOther(TestDatabase kind) throws SQLException {
        try (FreshDatabase one = kind.create("isolated");
                FreshDatabase other = kind.create("isolated")) {
            execute(one.unpooled(), "create table t (id int primary key)");
            execute(other.unpooled(), "create table t (id int primary key)");
            execute(one.unpooled(), "insert into t values (1)");
            assertThat(number(other.unpooled(), "select count(*) from t")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void plainStringsOpenTheSameDatabase(TestDatabase kind) throws SQLException {
        try (FreshDatabase database = kind.create("strings")) {
            execute(database.unpooled(), "create table t (id int primary key)");
            try (Connection connection =
                    DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
                assertThat(number(connection, "select count(*) from t")).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingRemovesTheDatabaseUnderAnOpenTransaction(TestDatabase kind) throws SQLException {
        FreshDatabase database = kind.create("closing");
        DataSource source = database.unpooled();
        execute(source, "create table t (id int primary key)");
        database.pool(1).getConnection().close();
        Connection open = source.getConnection();
        open.setAutoCommit(false);
        number(open, "select count(*) from t");
        database.close();
        assertThatThrownBy(() -> number(source, "select count(*) from t")).isInstanceOf(SQLException.class);
        closeThoughItsSessionIsGone(open);
    }

    @Test
    void mariadbIsReachedThroughConnectorJ() throws SQLException {
        try (FreshDatabase database = TestDatabase.MARIADB.create("connector_j")) {
            execute(database.unpooled(), "create table t (id int primary key)");
            try (HikariDataSource pool = database.throughConnectorJ().pool(1);
                    Connection connection = pool.getConnection()) {
                assertThat(connection.getMetaData().getDriverName()).contains("MySQL");
                assertThat(connection.getMetaData().getDatabaseProductVersion()).contains("MariaDB");
                assertThat(number(connection, "select count(*) from t")).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsMissingHere(TestDatabase kind) {
        assertThat(kind.missing()).isEmpty();
    }

    @Test
    void mysqlNamesThePackagesThatAreMissing() {
        String ldd = """
                	libdl.so.2 => /lib/x86_64-linux-gnu/libdl.so.2 (0x00007f4909df0000)
                	libaio.so.1 => not found
                	libnuma.so.1 => not found
                """;
        assertThat(EmbeddedMysql.missing(ldd).orElseThrow()).contains("libaio.so.1, libnuma.so.1", "libaio1 libnuma1");
    }

    @Test
    void postgresqlFlushesToDiskUnlessTold() throws SQLException {
        try (FreshDatabase database = TestDatabase.POSTGRESQL.create("fsync");
                Connection connection = database.unpooled().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show fsync")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo(ServerProcess.durable() ? "on" : "off");
        }
    }

    private static void closeThoughItsSessionIsGone(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // Connector/J rolls back on close, and cannot
        }
    }

    private static void execute(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int number(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return number(connection, sql);
        }
    }

    private static int number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
