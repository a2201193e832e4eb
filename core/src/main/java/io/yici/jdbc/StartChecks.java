package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Whether a database, as it is set up, can keep the promises. Asks once, at start; takes some seconds at most where a
 * second connection is slow to come.
 */
final class StartChecks {
    private static final List<String> HARMLESS = List.of(
            "UPDATE {record} SET state = state WHERE 1 = 0",
            "DELETE FROM {record} WHERE 1 = 0",
            "INSERT INTO {record} SELECT * FROM {record} WHERE 1 = 0",
            "UPDATE {step} SET state = state WHERE 1 = 0",
            "DELETE FROM {step} WHERE 1 = 0",
            "INSERT INTO {step} SELECT * FROM {step} WHERE 1 = 0",
            "UPDATE {parked} SET state = state WHERE 1 = 0",
            "DELETE FROM {parked} WHERE 1 = 0",
            "UPDATE {version} SET version = version WHERE 1 = 0",
            "DELETE FROM {version} WHERE 1 = 0",
            "INSERT INTO {version} SELECT * FROM {version} WHERE 1 = 0",
            "UPDATE {outbox} SET state = state WHERE 1 = 0",
            "DELETE FROM {outbox} WHERE 1 = 0",
            "UPDATE {shard} SET mark = mark WHERE 1 = 0",
            "INSERT INTO {audit} (acted_at, action, operation, id, by_whom, reason, found)"
                    + " SELECT acted_at, action, operation, id, by_whom, reason, found FROM {audit} WHERE 1 = 0");

    private final DataSource dataSource;
    private final Dialect dialect;
    private final TableNames names;
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private StartChecks(DataSource dataSource, Dialect dialect, TableNames names) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.names = names;
    }

    /** Checks everything. */
    static Findings of(DataSource dataSource, Dialect dialect, TableNames names) throws SQLException {
        StartChecks checks = new StartChecks(dataSource, dialect, names);
        checks.run();
        return new Findings(checks.problems, checks.warnings);
    }

    private void run() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                // A failed look at a missing table would end a transaction.
                connection.setAutoCommit(true);
            }
            try {
                run(connection, autoCommit);
            } finally {
                if (!autoCommit) {
                    connection.setAutoCommit(false);
                }
            }
        }
    }

    private void run(Connection connection, boolean autoCommit) throws SQLException {
        if (connection.isReadOnly()) {
            problems.add("The data source hands out read-only connections. Give Yici one that may write.");
        }
        if (dialect.seesUncommitted(connection.getTransactionIsolation())) {
            problems.add(
                    "The data source's isolation level is READ UNCOMMITTED, at which an answer could be replayed that"
                            + " is never committed. Use READ COMMITTED or higher.");
        }
        problems.addAll(new Schema(dialect, names).check(connection));
        try (Statement statement = connection.createStatement()) {
            Questions questions = new Questions(statement);
            switch (dialect.name()) {
                case "postgresql" -> new PostgresqlChecks(questions, problems, warnings).run();
                case "mysql", "mariadb" -> new InnoDbChecks(questions, dialect, names, problems, warnings).run();
                case "sqlite" -> new SqliteChecks(questions, warnings).run(autoCommit);
                default -> new H2Checks(questions, problems, warnings).run();
            }
            if (problems.isEmpty()) {
                checkRights(statement);
            }
        }
        if (problems.isEmpty() && dialect.remote()) {
            new LockProof(dataSource, dialect).run(connection, problems, warnings);
        }
    }

    /** What needs a right is tried in a way that changes nothing. */
    private void checkRights(Statement statement) throws SQLException {
        for (String harmless : HARMLESS) {
            try {
                statement.executeUpdate(names.in(harmless));
            } catch (SQLException error) {
                switch (dialect.errors().judge(error)) {
                    case OTHER, REFUSED, SCHEMA ->
                        problems.add("Yici's user may not write its tables: " + error.getMessage()
                                + ". Grant it SELECT, INSERT, UPDATE and DELETE on " + names.record() + ", "
                                + names.step() + ", " + names.parked() + ", " + names.version() + ", " + names.outbox()
                                + ", " + names.shard()
                                + " and "
                                + names.audit() + ".");
                    case CONFLICT ->
                        warnings.add("Whether Yici's user may write its tables could not be tried, since the database"
                                + " is busy. Start again when it is not, to be sure.");
                    default -> throw error;
                }
                return;
            }
        }
    }

    /**
     * What was found, each a sentence with its remedy.
     *
     * @param problems what makes the promises impossible: do not start
     * @param warnings what may be meant, and should be known
     */
    record Findings(List<String> problems, List<String> warnings) {
        Findings {
            problems = List.copyOf(problems);
            warnings = List.copyOf(warnings);
        }
    }
}
