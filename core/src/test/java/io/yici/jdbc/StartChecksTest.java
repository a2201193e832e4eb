package io.yici.jdbc;

import static io.yici.jdbc.LocalDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

/** Set-ups that break the promises are refused, and doubtful ones named; real servers are asked elsewhere. */
class StartChecksTest {
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    @Test
    void aServerThatRollsBackOnALockTimeOutIsRefused() throws Exception {
        checkInnoDb(Dialects.MYSQL, Map.of("VERSION", "8.0.36", "innodb_rollback_on_timeout", "ON"));
        assertThat(problems).singleElement().asString().contains("Set it to OFF");
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'read_only', 'ON'", "'super_read_only', 'ON'", "'read_only', '1'"})
    void aReplicaIsRefused(String variable, String value) throws Exception {
        checkInnoDb(Dialects.MARIADB, Map.of("VERSION", "11.4.5-MariaDB", "'" + variable + "'", value));
        assertThat(problems).singleElement().asString().contains("Connect to the primary");
    }

    @ParameterizedTest
    @CsvSource({
        "5.7.44, false, true, false",
        "8.0.15, false, false, false",
        "8.4.3, false, false, false",
        "10.5.9-MariaDB, true, true, false",
        "10.6.4-MariaDB, true, false, true",
        "10.11.6-MariaDB, true, false, false",
        "11.4.5-MariaDB, true, false, false"
    })
    void oldVersionsAreRefusedOrNamed(String version, boolean mariadb, boolean refused, boolean named)
            throws Exception {
        checkInnoDb(mariadb ? Dialects.MARIADB : Dialects.MYSQL, Map.of("SELECT VERSION()", version));
        assertThat(problems).hasSize(refused ? 1 : 0);
        assertThat(warnings).hasSize(named ? 1 : 0);
    }

    @Test
    void clustersAndLongSilencesAreNamed() throws Exception {
        checkInnoDb(
                Dialects.MARIADB,
                Map.of("VERSION", "11.4.5-MariaDB", "wsrep_on", "ON", "'wait_timeout'", "28800", "engine", "InnoDB"));
        assertThat(problems).isEmpty();
        assertThat(warnings)
                .hasSize(2)
                .anyMatch(warning -> warning.contains("Galera"))
                .anyMatch(warning -> warning.contains("28800"));
    }

    @Test
    void statementsInTheBinaryLogAreRefusedOnMysql() throws Exception {
        Map<String, String> answers = Map.of("VERSION", "8.0.36", "log_bin", "ON", "binlog_format", "STATEMENT");
        checkInnoDb(Dialects.MYSQL, answers);
        assertThat(problems).singleElement().asString().contains("ROW");
    }

    @Test
    void oldH2IsRefused() throws Exception {
        new H2Checks(new Questions(Pretence.answering(Map.of("H2VERSION", "2.1.214"))), problems, warnings).run();
        assertThat(problems).singleElement().asString().contains("2.2.220");
    }

    @Test
    void oldSqliteIsNamed() throws Exception {
        Map<String, String> answers = Map.of("sqlite_version", "3.36.0", "journal_mode", "wal", "busy_timeout", "5000");
        new SqliteChecks(new Questions(Pretence.answering(answers)), warnings).run(true);
        assertThat(warnings).singleElement().asString().contains("3.36.0");
        new SqliteChecks(new Questions(Pretence.answering(answers)), warnings).run(false);
        assertThat(warnings).hasSize(3).last().asString().contains("auto-commit");
    }

    @Test
    void aStandbyIsRefused() throws Exception {
        checkPostgresql(Map.of(
                "pg_is_in_recovery", "t",
                "SHOW server_version_num", "170004",
                "idle_in_transaction", "60s",
                "server_encoding", "UTF8"));
        assertThat(problems).singleElement().asString().contains("primary");
        assertThat(warnings).isEmpty();
    }

    @Test
    void anOldPostgresqlWithOtherTextIsNamed() throws Exception {
        checkPostgresql(Map.of(
                "pg_is_in_recovery", "f",
                "transaction_read_only", "off",
                "SHOW server_version_num", "140011",
                "SHOW server_version", "14.11",
                "idle_in_transaction", "0",
                "server_encoding", "SQL_ASCII"));
        assertThat(problems).isEmpty();
        assertThat(warnings).hasSize(3);
    }

    @Test
    void whatSlowsSqliteDownIsNamed() throws Exception {
        SQLiteDataSource dataSource = new SQLiteDataSource();
        dataSource.setUrl("jdbc:sqlite:" + LocalDatabase.file());
        dataSource.setBusyTimeout(0);
        try (var connection = dataSource.getConnection()) {
            Schema.of(connection, TableNames.defaults()).createIfMissing(connection);
        }
        StartChecks.Findings findings = StartChecks.of(dataSource, Dialects.SQLITE, TableNames.defaults());
        assertThat(findings.problems()).isEmpty();
        assertThat(findings.warnings())
                .hasSize(2)
                .anyMatch(warning -> warning.contains("journal_mode=WAL"))
                .anyMatch(warning -> warning.contains("busy_timeout=5000"));
        execute(dataSource, "PRAGMA journal_mode=WAL");
        assertThat(StartChecks.of(dataSource, Dialects.SQLITE, TableNames.defaults())
                        .warnings())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 'PostgreSQL 17.4 on x86_64-pc-linux-gnu', postgresql",
        "PostgreSQL, 'EnterpriseDB 15', ''",
        "PostgreSQL, 'CockroachDB CCL v24.1', ''",
        "PostgreSQL, 'PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64', ''",
        "PostgreSQL, 'PostgreSQL 8.0.2 on i686, Redshift 1.0', ''",
        "PostgreSQL, 'PostgreSQL 9.2.4 (openGauss 5.0.0)', ''",
        "MySQL, '8.0.36 MySQL Community Server - GPL', mysql",
        "MySQL, '5.5.5-10.11.6-MariaDB-0+deb12u1 Debian 12', mariadb",
        "MariaDB, '8.0.36 MySQL Community Server - GPL', mysql",
        "MariaDB, '11.4.5-MariaDB mariadb.org', mariadb",
        "MySQL, '8.0.11-TiDB-v7.5.0 TiDB Server', ''",
        "MySQL, '8.0.30-Vitess Version: 19', ''",
        "Oracle, '', ''",
        "Microsoft SQL Server, '', ''"
    })
    void onlyKnownDatabasesAreTaken(String product, String version, String dialect) throws Exception {
        var connection = Pretence.to(product, Map.of("SELECT", version));
        if (dialect.isEmpty()) {
            assertThatThrownBy(() -> DialectDetection.of(connection))
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("Use PostgreSQL 15");
        } else {
            assertThat(DialectDetection.of(connection).name()).isEqualTo(dialect);
        }
    }

    private void checkInnoDb(Dialect dialect, Map<String, String> answers) throws SQLException {
        new InnoDbChecks(new Questions(Pretence.answering(answers)), dialect, TableNames.defaults(), problems, warnings)
                .run();
    }

    private void checkPostgresql(Map<String, String> answers) throws SQLException {
        new PostgresqlChecks(new Questions(Pretence.answering(answers)), problems, warnings).run();
    }
}
