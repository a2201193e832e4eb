package io.yici.jdbc;

import io.yici.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Yici's tables in one database. The same scripts lie in the jar for use by hand, Flyway and Liquibase, under
 * {@code yici/schema}. Immutable.
 */
public final class Schema {
    private static final List<String> RECORD = List.of(
            "id",
            "caller",
            "operation",
            "idempotency_key",
            "fingerprint",
            "format",
            "state",
            "attempt",
            "outer_id",
            "lease_until",
            "result",
            "result_type",
            "created_at",
            "finished_at",
            "answers_until",
            "refuses_until");
    private static final List<String> STEP = List.of(
            "step_key",
            "id",
            "operation",
            "generation",
            "state",
            "input",
            "input_type",
            "first_called_at",
            "called_at",
            "tries",
            "next_try_at",
            "reason",
            "evidence",
            "evidence_type",
            "ended",
            "contradicted_at",
            "created_at",
            "finished_at",
            "keep_until",
            "version");
    private static final List<String> PARKED = List.of(
            "entry",
            "id",
            "record_id",
            "operation",
            "caller",
            "message_key",
            "lane",
            "ordering_key",
            "topic",
            "envelope",
            "payload",
            "sent_at",
            "state",
            "tries",
            "reason",
            "first_at",
            "last_try_at",
            "next_try_at",
            "keep_until");
    private static final List<String> VERSION =
            List.of("id", "operation", "aggregate", "version", "token", "updated_at", "keep_until");
    private static final List<String> AUDIT =
            List.of("entry", "acted_at", "action", "operation", "id", "by_whom", "reason", "found");
    private static final List<String> LEASE = List.of("id", "name", "owner", "fence", "lease_until", "drawn_at");
    private static final List<String> OUTBOX = List.of(
            "seq",
            "message_id",
            "shard",
            "lane",
            "destination",
            "ordering_key",
            "content_type",
            "headers",
            "payload",
            "state",
            "tries",
            "reason",
            "created_at",
            "last_try_at",
            "next_try_at",
            "keep_until");
    private static final List<String> SHARD = List.of("id", "claim", "lease_until", "served_at", "mark", "epoch");
    private static final Pattern NAME = Pattern.compile(
            "\\byici_(record_due|record|step_due|step_id|step|parked_id|parked_lane|parked_due|parked_kept|parked"
                    + "|version_kept|version|audit|lease_idle|lease|outbox_id|outbox_due|outbox|shard)\\b");

    private final Dialect dialect;
    private final TableNames names;

    Schema(Dialect dialect, TableNames names) {
        this.dialect = dialect;
        this.names = names;
        if (dialect.isSqlite() && names.schema() != null) {
            throw new SetupException(
                    List.of("A schema name is set, and SQLite has none: records must be in the file of the business"
                            + " data, since a commit over attached files is not atomic. Remove the schema setting."),
                    null);
        }
    }

    /**
     * The schema for the database at the other end of a connection.
     *
     * @throws SetupException for a database Yici does not know
     */
    public static Schema of(Connection connection, TableNames names) throws SQLException {
        return new Schema(DialectDetection.of(connection), names);
    }

    /** The statements that create what is missing, in order, with the table names in place. */
    public List<String> script() {
        String text = resource().lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
        List<String> statements = new ArrayList<>();
        for (String statement : text.split(";\\s*(\\n|$)", -1)) {
            if (!statement.isBlank()) {
                statements.add(named(statement.strip()));
            }
        }
        return List.copyOf(statements);
    }

    /**
     * Creates what is missing; changes nothing that is there. Several nodes may do so at once. Needs the right to
     * create tables only when something is missing.
     *
     * @param connection in auto-commit: a failed statement must not end a transaction of the caller
     */
    public void createIfMissing(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            throw new IllegalArgumentException("connection: the schema is created in auto-commit only");
        }
        for (int left = script().size() + 1; !check(connection).isEmpty(); left--) {
            try {
                create(connection);
                return;
            } catch (SQLException error) {
                // Two nodes that create tables at once can fail on each other, even with IF NOT EXISTS: at most once
                // for each table and index, since what was lost to the other is there then.
                if (left == 1) {
                    throw error;
                }
            }
        }
    }

    private void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : script()) {
                statement.execute(each);
            }
        }
    }

    /**
     * Looks for what is missing.
     *
     * @param connection in auto-commit, or in a transaction that is ended afterwards
     * @return one sentence with its remedy for each missing table, column or primary key; empty when all is there
     */
    public List<String> check(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        checkTable(connection, names.record(), RECORD, problems);
        if (problems.isEmpty()) {
            checkPrimaryKey(connection, problems);
        }
        checkTable(connection, names.step(), STEP, problems);
        checkTable(connection, names.parked(), PARKED, problems);
        checkTable(connection, names.version(), VERSION, problems);
        checkTable(connection, names.audit(), AUDIT, problems);
        checkTable(connection, names.lease(), LEASE, problems);
        checkTable(connection, names.outbox(), OUTBOX, problems);
        checkTable(connection, names.shard(), SHARD, problems);
        return List.copyOf(problems);
    }

    /** The same for the table of leases alone. */
    List<String> checkLeases(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        checkTable(connection, names.lease(), LEASE, problems);
        return problems;
    }

    private void checkTable(Connection connection, String table, List<String> columns, List<String> problems)
            throws SQLException {
        TreeSet<String> missing = new TreeSet<>(columns);
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            ResultSetMetaData found = none.getMetaData();
            for (int column = 1; column <= found.getColumnCount(); column++) {
                missing.remove(found.getColumnName(column).toLowerCase(Locale.ROOT));
            }
        } catch (SQLException error) {
            switch (dialect.errors().judge(error)) {
                case SCHEMA -> problems.add("Table " + table + " is missing. " + remedy());
                case OTHER ->
                    problems.add("Table " + table + " cannot be read: " + error.getMessage()
                            + ". Grant Yici's user SELECT, INSERT, UPDATE and DELETE on it.");
                default -> throw error;
            }
            return;
        }
        for (String column : missing) {
            problems.add("Column " + column + " of table " + table + " is missing. " + remedy());
        }
    }

    private void checkPrimaryKey(Connection connection, List<String> problems) throws SQLException {
        String schema = names.schema();
        String query = names.in(dialect.primaryKey())
                .replace("{table}", names.prefix() + "record")
                .replace("{schema}", schema == null ? "NULL" : "'" + schema + "'");
        List<String> key = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery(query)) {
            while (columns.next()) {
                key.add(columns.getString(1).toLowerCase(Locale.ROOT));
            }
        }
        if (!key.equals(List.of("id"))) {
            problems.add("Table " + names.record() + " has " + (key.isEmpty() ? "no primary key" : "primary key " + key)
                    + " instead of primary key (id), without which an operation could run twice. Add it; "
                    + "the script is " + path() + " in the jar of yici-core.");
        }
    }

    private String remedy() {
        return "Run " + path() + " from the jar of yici-core"
                + (names.equals(TableNames.defaults()) ? "" : " with your own table names in place of yici_…")
                + ", or let Yici create its schema.";
    }

    private String path() {
        return "yici/schema/" + dialect.name() + "/R__yici_schema.sql";
    }

    private String resource() {
        try (InputStream script = Schema.class.getResourceAsStream("/" + path())) {
            if (script == null) {
                throw new IllegalStateException(path() + " is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private String named(String statement) {
        return NAME.matcher(statement)
                .replaceAll(found -> Matcher.quoteReplacement(
                        switch (found.group(1)) {
                            case "record" -> names.record();
                            case "step" -> names.step();
                            case "parked" -> names.parked();
                            case "version" -> names.version();
                            case "outbox" -> names.outbox();
                            case "shard" -> names.shard();
                            case "audit" -> names.audit();
                            case "lease" -> names.lease();
                            default -> indexName(found.group(1));
                        }));
    }

    /** An index lives where its table does; only H2 wants to be told. */
    private String indexName(String name) {
        String schema = names.schema();
        String index = names.prefix() + name;
        return schema != null && dialect.name().equals("h2") ? schema + "." + index : index;
    }
}
