package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.store.OperationStore;
import io.yici.store.StoreTransaction;
import io.yici.test.Race;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Finding out what is there, making the tables, and refusing what cannot work. */
class SettingUpTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void eitherDriverLeadsToTheServerItIsConnectedTo() throws Exception {
        try (FreshDatabase mariadb = TestDatabase.MARIADB.create("detect");
                FreshDatabase mysql = TestDatabase.MYSQL.create("detect");
                Connection byConnectorJ = mariadb.throughConnectorJ().unpooled().getConnection();
                Connection byMariadbDriver = DriverManager.getConnection(
                        mysql.jdbcUrl()
                                .replaceFirst("jdbc:mysql:", "jdbc:mariadb:")
                                .replaceAll("\\?.*", ""),
                        mysql.user(),
                        mysql.password())) {
            assertThat(byConnectorJ.getMetaData().getDriverName()).startsWith("MySQL");
            assertThat(DialectDetection.of(byConnectorJ)).isSameAs(Dialects.MARIADB);
            assertThat(byMariadbDriver.getMetaData().getDriverName()).startsWith("MariaDB");
            assertThat(DialectDetection.of(byMariadbDriver)).isSameAs(Dialects.MYSQL);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void manyNodesMayCreateTheTablesAtOnce(TestDatabase database) throws Exception {
        try (FreshDatabase fresh = database.create("create")) {
            HikariDataSource pool = fresh.pool(8);
            List<Race.Finish<Boolean>> finishes = Race.within(LIMIT).run(8, runner -> () -> {
                try (Connection connection = pool.getConnection()) {
                    Schema schema = Schema.of(connection, TableNames.defaults());
                    schema.createIfMissing(connection);
                    return schema.check(connection).isEmpty();
                }
            });
            assertThat(finishes)
                    .allSatisfy(finish -> assertThat(finish.thrown()).isNull());
            assertThat(finishes).allMatch(finish -> Boolean.TRUE.equals(finish.value()));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void tablesMayLieInASchemaOfTheirOwn(TestDatabase database) throws Exception {
        try (FreshDatabase fresh = database.create("own_schema");
                FreshDatabase beside = database.create("beside")) {
            HikariDataSource pool = fresh.pool(4);
            String schema = database == TestDatabase.POSTGRESQL ? "guards" : beside.name();
            TableNames names = new TableNames(schema, "shop_");
            try (Connection connection = pool.getConnection()) {
                if (database == TestDatabase.POSTGRESQL) {
                    connection.createStatement().execute("CREATE SCHEMA guards");
                }
                Schema.of(connection, names).createIfMissing(connection);
                assertThat(Schema.of(connection, TableNames.defaults()).check(connection))
                        .hasSize(6);
            }
            Dialect dialect;
            try (Connection connection = pool.getConnection()) {
                dialect = DialectDetection.of(connection);
            }
            OperationStore store = JdbcOperationStore.on(pool, new DataSourceTransactions(pool, dialect, null), names);
            Records.finished(store, Records.fresh());
            assertThat(StartChecks.of(pool, dialect, names).problems()).isEmpty();
            assertThat(new Cleanup(pool, dialect, names, 10, () -> 0).runBatch().isNothing())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void aDatabaseAsItComesHasNoProblems(Ground ground) throws Exception {
        try (Ground.Site site = ground.open("checks")) {
            StartChecks.Findings findings = StartChecks.of(site.dataSource(), site.dialect(), TableNames.defaults());
            assertThat(findings.problems()).isEmpty();
            Assertions.<String>assertThat(findings.warnings()).allMatch(warning -> warning.endsWith("."));
            switch (ground.database()) {
                case POSTGRESQL ->
                    assertThat(findings.warnings()).anyMatch(text -> text.contains("idle_in_transaction"));
                case MYSQL, MARIADB -> assertThat(findings.warnings()).anyMatch(text -> text.contains("wait_timeout"));
                case SQLITE -> assertThat(findings.warnings()).isEmpty();
                case H2 ->
                    assertThat(findings.warnings()).singleElement().asString().startsWith("H2");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void missingTablesAreAProblemEach(TestDatabase database) throws Exception {
        try (FreshDatabase fresh = database.create("checks")) {
            HikariDataSource pool = fresh.pool(2);
            assertThat(StartChecks.of(pool, dialect(pool), TableNames.defaults())
                            .problems())
                    .hasSize(6)
                    .allMatch(problem -> problem.contains("is missing") && problem.contains("R__yici_schema.sql"));
        }
    }

    @Test
    void aDatabaseThatMayOnlyBeReadIsRefused() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.POSTGRESQL, false, null).open("checks")) {
            site.execute("ALTER DATABASE " + site.fresh().name() + " SET default_transaction_read_only = on");
            HikariDataSource later = site.fresh().pool(2);
            assertThat(StartChecks.of(later, site.dialect(), TableNames.defaults())
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("read-only");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"MYSQL", "MARIADB"})
    void aTableThatCannotRollBackIsRefused(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("checks")) {
            site.execute("ALTER TABLE yici_record ENGINE = MyISAM");
            assertThat(StartChecks.of(site.dataSource(), site.dialect(), TableNames.defaults())
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("ENGINE = InnoDB");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void aPoolOfOneIsWarnedAboutAndDoesNotHang(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("checks");
                HikariDataSource one = site.fresh().pool(1)) {
            StartChecks.Findings findings = StartChecks.of(one, site.dialect(), TableNames.defaults());
            assertThat(findings.problems()).isEmpty();
            assertThat(findings.warnings()).anyMatch(text -> text.contains("at least two connections"));
            try (Connection connection = one.getConnection()) {
                assertThat(connection.getAutoCommit()).isTrue();
            }
        }
    }

    /** As on databases that speak PostgreSQL and have no advisory locks. */
    @Test
    void locksThatAreNotThereAreAProblem() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.POSTGRESQL, false, null).open("checks")) {
            site.execute(
                    "REVOKE EXECUTE ON FUNCTION pg_try_advisory_xact_lock(bigint) FROM PUBLIC",
                    "CREATE ROLE lockless LOGIN PASSWORD 'lockless'",
                    "GRANT SELECT, INSERT, UPDATE, DELETE ON yici_record, yici_step, yici_parked, yici_version,"
                            + " yici_audit, yici_lease TO lockless");
            HikariDataSource lockless = site.fresh().pool(2, config -> {
                config.setUsername("lockless");
                config.setPassword("lockless");
            });
            assertThat(StartChecks.of(lockless, site.dialect(), TableNames.defaults())
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("not to be had");
            site.execute("REVOKE DELETE ON yici_record FROM lockless");
            assertThat(StartChecks.of(lockless, site.dialect(), TableNames.defaults())
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("may not write");
            site.execute("REVOKE SELECT ON yici_record FROM lockless");
            assertThat(StartChecks.of(lockless, site.dialect(), TableNames.defaults())
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("cannot be read");
            lockless.close();
            site.execute("DROP OWNED BY lockless", "DROP ROLE lockless");
        }
    }

    /** As behind a proxy that runs every statement on one session. */
    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void locksThatKeepNobodyOutAreAProblem(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("checks");
                Connection one = site.dataSource().getConnection()) {
            Connection shared = (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("close") ? null : method.invoke(one, arguments));
            DataSource always = (DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (proxy, method, arguments) -> shared);
            assertThat(StartChecks.of(always, site.dialect(), TableNames.defaults())
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("same lock");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void theClockKnowsNoTimeZones(TestDatabase database) throws Exception {
        String set = database == TestDatabase.POSTGRESQL ? "SET TIME ZONE " : "SET time_zone = ";
        try (Ground.Site site = new Ground(database, false, null).open("clock")) {
            for (String zone : List.of("'+11:30'", "'-11:30'")) {
                HikariDataSource elsewhere = site.fresh().pool(1, config -> config.setConnectionInitSql(set + zone));
                OperationStore store = JdbcOperationStore.on(
                        elsewhere, new DataSourceTransactions(elsewhere, site.dialect(), null), TableNames.defaults());
                StoreTransaction transaction = store.begin();
                long there = transaction.now();
                transaction.rollback();
                StoreTransaction here = site.store().begin();
                assertThat(here.now() - there).isBetween(0L, LIMIT.toMillis());
                here.rollback();
            }
        }
    }

    private static Dialect dialect(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return DialectDetection.of(connection);
        }
    }
}
