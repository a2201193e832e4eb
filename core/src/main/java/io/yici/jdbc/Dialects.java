package io.yici.jdbc;

import static java.util.Map.entry;

import io.yici.jdbc.Dialect.ClaimTexts;
import io.yici.jdbc.Dialect.MessageTexts;
import io.yici.jdbc.Dialect.RelayTexts;
import io.yici.jdbc.Dialect.TidyingTexts;
import io.yici.store.Failure;
import java.util.HashMap;
import java.util.Map;

/** The databases Yici knows. */
final class Dialects {
    /** Standard SQLStates and classes of them; 40003 says that the outcome is not known. */
    private static final Map<String, Failure> STANDARD = Map.of(
            "08", Failure.UNREACHABLE,
            "23", Failure.REFUSED,
            "40", Failure.CONFLICT,
            "40002", Failure.REFUSED,
            "40003", Failure.OTHER);

    private static final String READ =
            "SELECT " + RecordTable.COLUMNS + ", {now}, id FROM {record} WHERE id IN ({ids})";

    private static final String ADVANCE = "INSERT INTO {version} AS present"
            + " (id, operation, aggregate, version, token, updated_at, keep_until)"
            + " VALUES (?, ?, ?, ?, ?, {now}, {now} + ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
            + " token = excluded.token, updated_at = excluded.updated_at, keep_until = excluded.keep_until"
            + " WHERE present.version < excluded.version";

    private static final RelayTexts LISTED = new RelayTexts("", "{column} IN ({marks})");

    static final Dialect POSTGRESQL = new Dialect(
            "postgresql",
            "PostgreSQL",
            "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)",
            "SET TRANSACTION ISOLATION LEVEL {level} READ WRITE",
            "SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid"
                    + " AND a.attnum = ANY (i.indkey) WHERE i.indisprimary AND i.indrelid = '{record}'::regclass",
            new AdvisoryLockClaiming(),
            new ClaimTexts(
                    "{insert} SELECT {values} WHERE pg_try_advisory_xact_lock(?) ON CONFLICT (id) DO NOTHING",
                    "{update} AND pg_try_advisory_xact_lock(?)",
                    "",
                    ""),
            new TidyingTexts(
                    // A claim would wait for an uncommitted change of its row: whoever changes it holds its lock.
                    "SELECT id, dead FROM ({due} FOR UPDATE SKIP LOCKED) AS due WHERE pg_try_advisory_xact_lock("
                            + "CAST(CAST('x' || encode(substring(id FROM 1 FOR 8), 'hex') AS BIT(64)) AS BIGINT))",
                    "UPDATE {record}",
                    "DELETE FROM {record}",
                    " FOR UPDATE SKIP LOCKED"),
            "{insert} VALUES ({values}) ON CONFLICT (id) DO NOTHING",
            " ON CONFLICT ({unique}) DO NOTHING",
            new MessageTexts(
                    // One round trip; the time-out of the business comes back within it.
                    "SELECT set_config('yici.wait', current_setting('lock_timeout'), true),"
                            + " set_config('lock_timeout', '{millis}', true);"
                            + "{insert} SELECT {arrays} ON CONFLICT (id) DO NOTHING;"
                            + "SELECT set_config('lock_timeout', current_setting('yici.wait'), true)",
                    "",
                    "",
                    // One look-up an id: a list of them, planned while the table is small, would go on reading all of
                    // it.
                    "SELECT " + RecordTable.COLUMNS + ", {now}, id FROM unnest(CAST(? AS BYTEA[])) wanted (wanted_id)"
                            + " CROSS JOIN LATERAL (SELECT * FROM {record} WHERE id = wanted_id LIMIT 1) found",
                    ADVANCE),
            new RelayTexts("SET LOCAL enable_seqscan = off", "{column} = ANY (?)"),
            new ErrorCodes(
                    Map.of(),
                    with(
                            entry("25P02", Failure.ABORTED),
                            entry("25006", Failure.UNREACHABLE),
                            entry("55P03", Failure.CONFLICT),
                            entry("57P01", Failure.UNREACHABLE),
                            entry("57P02", Failure.UNREACHABLE),
                            entry("57P03", Failure.UNREACHABLE),
                            entry("53300", Failure.UNREACHABLE),
                            entry("3F000", Failure.SCHEMA),
                            entry("42P01", Failure.SCHEMA),
                            entry("42703", Failure.SCHEMA)),
                    Map.of()));

    private static final String INNODB_CLOCK = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

    private static final String INNODB_ISOLATION = "SET TRANSACTION ISOLATION LEVEL {level}, READ WRITE";

    private static final String INNODB_PRIMARY_KEY = "SELECT column_name FROM information_schema.key_column_usage"
            + " WHERE constraint_name = 'PRIMARY' AND table_name = '{table}'"
            + " AND table_schema = COALESCE({schema}, DATABASE())";

    /** Without the index by force, a small table is scanned, and the scan waits for the locks of running claims. */
    private static final TidyingTexts INNODB_TIDYING = new TidyingTexts(
            "{due} FOR UPDATE SKIP LOCKED",
            "UPDATE {record} FORCE INDEX (PRIMARY)",
            "DELETE due FROM {record} AS due FORCE INDEX (PRIMARY)",
            " FOR UPDATE SKIP LOCKED");

    /** Meeting a duplicate takes the lock that a later change needs; a bare insert's weaker one ends in deadlocks. */
    private static final String INNODB_INSERT_ABSENT = "{insert} VALUES ({values}) ON DUPLICATE KEY UPDATE id = id";

    /** The order of the assignments counts: each sees what those before it have set. */
    private static final String INNODB_ADVANCE =
            "INSERT INTO {version} (id, operation, aggregate, version, token, updated_at, keep_until)"
                    + " VALUES (?, ?, ?, ?, ?, {now}, {now} + ?) ON DUPLICATE KEY UPDATE"
                    + " token = IF(version < VALUES(version), VALUES(token), token),"
                    + " updated_at = IF(version < VALUES(version), VALUES(updated_at), updated_at),"
                    + " keep_until = IF(version < VALUES(version), VALUES(keep_until), keep_until),"
                    + " version = IF(version < VALUES(version), VALUES(version), version)";

    private static final ErrorCodes INNODB_ERRORS = new ErrorCodes(
            Map.ofEntries(
                    // The row is newer than the snapshot, where innodb_snapshot_isolation is on.
                    entry(1020, Failure.CONFLICT),
                    entry(1205, Failure.CONFLICT),
                    entry(1213, Failure.CONFLICT),
                    entry(3572, Failure.CONFLICT),
                    // Read-only servers and sessions: a replica, or a primary that no longer is one.
                    entry(1290, Failure.UNREACHABLE),
                    entry(1792, Failure.UNREACHABLE),
                    entry(1836, Failure.UNREACHABLE),
                    entry(1040, Failure.UNREACHABLE),
                    entry(1053, Failure.UNREACHABLE),
                    entry(1927, Failure.UNREACHABLE),
                    entry(1049, Failure.SCHEMA),
                    entry(1054, Failure.SCHEMA),
                    entry(1146, Failure.SCHEMA)),
            STANDARD,
            Map.of());

    static final Dialect MYSQL = new Dialect(
            "mysql",
            "MySQL",
            INNODB_CLOCK,
            INNODB_ISOLATION,
            INNODB_PRIMARY_KEY,
            new NamedLockClaiming(),
            new ClaimTexts(
                    "{insert} SELECT {values} FROM DUAL WHERE GET_LOCK(?, 0) = 1",
                    "{update}",
                    " FOR SHARE NOWAIT",
                    " FOR UPDATE NOWAIT"),
            INNODB_TIDYING,
            INNODB_INSERT_ABSENT,
            "",
            new MessageTexts(
                    "{insert} VALUES {rows} ON DUPLICATE KEY UPDATE id = id",
                    "SET @yici_wait = @@SESSION.innodb_lock_wait_timeout,"
                            + " SESSION innodb_lock_wait_timeout = {seconds}",
                    "SET SESSION innodb_lock_wait_timeout = @yici_wait",
                    READ,
                    INNODB_ADVANCE),
            LISTED,
            INNODB_ERRORS);

    static final Dialect MARIADB = new Dialect(
            "mariadb",
            "MariaDB",
            INNODB_CLOCK,
            INNODB_ISOLATION,
            INNODB_PRIMARY_KEY,
            new ZeroWaitClaiming(),
            new ClaimTexts(
                    "SET STATEMENT innodb_lock_wait_timeout=0 FOR {insert} VALUES ({values})",
                    "SET STATEMENT innodb_lock_wait_timeout=1 FOR {update}",
                    " LOCK IN SHARE MODE NOWAIT",
                    " FOR UPDATE NOWAIT"),
            INNODB_TIDYING,
            INNODB_INSERT_ABSENT,
            "",
            new MessageTexts(
                    "SET STATEMENT innodb_lock_wait_timeout={seconds} FOR"
                            + " {insert} VALUES {rows} ON DUPLICATE KEY UPDATE id = id",
                    "",
                    "",
                    READ,
                    INNODB_ADVANCE),
            LISTED,
            INNODB_ERRORS);

    static final Dialect SQLITE = new Dialect(
            "sqlite",
            "SQLite",
            "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)",
            null,
            "SELECT name FROM pragma_table_info('{table}') WHERE pk > 0",
            new SingleWriterClaiming(),
            new ClaimTexts("{insert} VALUES ({values}) ON CONFLICT (id) DO NOTHING", "{update}", "", ""),
            new TidyingTexts("{due}", "UPDATE {record}", "DELETE FROM {record}", ""),
            "{insert} VALUES ({values}) ON CONFLICT (id) DO NOTHING",
            " ON CONFLICT ({unique}) DO NOTHING",
            new MessageTexts("{insert} VALUES {rows} ON CONFLICT (id) DO NOTHING", "", "", READ, ADVANCE),
            LISTED,
            new ErrorCodes(
                    Map.ofEntries(
                            entry(SqliteDriver.BUSY, Failure.CONFLICT),
                            entry(SqliteDriver.LOCKED, Failure.CONFLICT),
                            entry(19, Failure.REFUSED),
                            entry(8, Failure.UNREACHABLE),
                            entry(10, Failure.UNREACHABLE),
                            entry(14, Failure.UNREACHABLE)),
                    Map.of(),
                    Map.of(
                            "no such table", Failure.SCHEMA,
                            "no such column", Failure.SCHEMA,
                            "has no column named", Failure.SCHEMA)));

    static final Dialect H2 = new Dialect(
            "h2",
            "H2",
            // One value for a whole transaction; H2 has no other clock.
            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)",
            null,
            "SELECT k.column_name FROM information_schema.key_column_usage k JOIN information_schema.table_constraints c"
                    + " USING (constraint_schema, constraint_name) WHERE c.constraint_type = 'PRIMARY KEY'"
                    + " AND UPPER(k.table_name) = UPPER('{table}')"
                    + " AND UPPER(k.table_schema) = UPPER(COALESCE({schema}, CURRENT_SCHEMA))",
            new LockTimeoutClaiming(),
            new ClaimTexts(
                    "{insert} SELECT {values} WHERE NOT EXISTS (SELECT 1 FROM {record} WHERE id = ?)",
                    "{update}",
                    " FOR UPDATE",
                    " FOR UPDATE"),
            new TidyingTexts(
                    "{due} FOR UPDATE SKIP LOCKED",
                    "UPDATE {record}",
                    "DELETE FROM {record}",
                    " FOR UPDATE SKIP LOCKED"),
            "{insert} VALUES ({values})",
            "",
            new MessageTexts(
                    "",
                    "",
                    "",
                    READ,
                    "MERGE INTO {version} AS present USING (VALUES (CAST(? AS VARBINARY(32)), CAST(? AS VARCHAR(128)),"
                            + " CAST(? AS VARCHAR(255)), CAST(? AS BIGINT), CAST(? AS VARCHAR(32)), {now},"
                            + " {now} + CAST(? AS BIGINT)))"
                            + " AS coming (id, operation, aggregate, version, token, updated_at, keep_until)"
                            + " ON present.id = coming.id"
                            + " WHEN MATCHED AND present.version < coming.version THEN UPDATE SET"
                            + " version = coming.version, token = coming.token, updated_at = coming.updated_at,"
                            + " keep_until = coming.keep_until"
                            + " WHEN NOT MATCHED THEN INSERT"
                            + " (id, operation, aggregate, version, token, updated_at, keep_until) VALUES (coming.id,"
                            + " coming.operation, coming.aggregate, coming.version, coming.token, coming.updated_at,"
                            + " coming.keep_until)"),
            LISTED,
            new ErrorCodes(
                    Map.ofEntries(
                            entry(50200, Failure.CONFLICT),
                            entry(90131, Failure.CONFLICT),
                            entry(90067, Failure.UNREACHABLE),
                            entry(90121, Failure.UNREACHABLE),
                            entry(42102, Failure.SCHEMA),
                            entry(42104, Failure.SCHEMA),
                            entry(42122, Failure.SCHEMA),
                            entry(90079, Failure.SCHEMA)),
                    STANDARD,
                    Map.of()));

    private Dialects() {}

    @SafeVarargs
    private static Map<String, Failure> with(Map.Entry<String, Failure>... more) {
        Map<String, Failure> states = new HashMap<>(STANDARD);
        for (Map.Entry<String, Failure> each : more) {
            states.put(each.getKey(), each.getValue());
        }
        return states;
    }
}
