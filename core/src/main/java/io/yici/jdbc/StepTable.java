package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.NewStep;
import io.yici.store.StepProgress;
import io.yici.store.StepState;
import io.yici.store.StoredStep;
import io.yici.store.StoredValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The single statements on the table of steps, prepared as text once. Thread-safe. */
final class StepTable {
    private static final Map<String, StepState> STATES = Arrays.stream(StepState.values())
            .filter(state -> state != StepState.UNREADABLE)
            .collect(Collectors.toUnmodifiableMap(StepTable::stored, Function.identity()));

    private static final String COLUMNS =
            "step_key, id, operation, generation, input, input_type, created_at, keep_until,"
                    + " state, first_called_at, called_at, tries, next_try_at, reason, evidence, evidence_type, ended,"
                    + " contradicted_at, finished_at, version";

    /** Longer periods than this many milliseconds would overflow the time stamps. */
    private static final long LONGEST = Long.MAX_VALUE / 4;

    private final String insert;
    private final String generations;
    private final String find;
    private final String current;
    private final String latest;
    private final String open;
    private final String change;
    private final String due;
    private final String dueOperations;
    private final String waiting;

    StepTable(Dialect dialect, TableNames names) {
        Function<String, String> text = statement -> names.in(statement).replace("{now}", dialect.now());
        String select = "SELECT " + COLUMNS + ", {now} FROM {step}";
        this.insert = text.apply("INSERT INTO {step} (step_key, id, operation, generation, input, input_type, tries,"
                + " next_try_at, keep_until, created_at, state, version)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, {now} + ?, {now} + ?, {now}, 'intended', 0)");
        this.generations = text.apply("SELECT COALESCE(MAX(generation), 0) FROM {step} WHERE id = ?");
        this.find = text.apply(select + " WHERE step_key = ?");
        this.current = find + dialect.texts().exclusive();
        this.latest = text.apply(select + " WHERE id = ? ORDER BY generation DESC LIMIT 1");
        this.open = text.apply("SELECT COUNT(*) FROM {step} WHERE id = ? AND ended IS NULL");
        this.change = text.apply("UPDATE {step} SET state = ?, first_called_at = ?, called_at = ?, tries = ?,"
                + " next_try_at = ?, reason = ?, evidence = ?, evidence_type = ?, ended = ?, contradicted_at = ?,"
                + " finished_at = ?, input = CASE WHEN ? = 1 THEN NULL ELSE input END, version = version + 1"
                + " WHERE step_key = ? AND version = ?");
        this.due = text.apply(select + " WHERE state IN ('intended', 'called') AND next_try_at <= {now}"
                + " AND operation IN ({operations}) ORDER BY next_try_at LIMIT ?");
        this.dueOperations = text.apply("SELECT DISTINCT operation FROM {step}"
                + " WHERE state IN ('intended', 'called') AND next_try_at <= {now}");
        this.waiting = text.apply(select + " WHERE state = 'operators' ORDER BY created_at LIMIT ?");
    }

    /** Inserts a step that is to be made. */
    void insert(Connection connection, NewStep step) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, step.key());
            statement.setBytes(2, step.operation().id().bytes());
            statement.setString(3, step.operation().name());
            statement.setInt(4, step.generation());
            RecordTable.setBytes(statement, 5, step.input().bytes());
            statement.setString(6, step.input().type());
            statement.setInt(7, step.tries());
            statement.setLong(8, Math.min(step.delayMillis(), LONGEST));
            statement.setLong(9, Math.min(step.keepMillis(), LONGEST));
            statement.executeUpdate();
        }
    }

    /** The highest generation of an operation. */
    int generations(Connection connection, OperationId id) throws SQLException {
        return number(connection, generations, id);
    }

    /** Whether an operation has a step that has not ended. */
    boolean hasOpen(Connection connection, OperationId id) throws SQLException {
        return number(connection, open, id) > 0;
    }

    private static int number(Connection connection, String sql, OperationId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, id.bytes());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Reads a step as the transaction sees it. */
    @Nullable StoredStep find(Connection connection, String key) throws SQLException {
        return read(connection, find, key);
    }

    /** Reads and locks a step as it is committed now. */
    @Nullable StoredStep current(Connection connection, String key) throws SQLException {
        return read(connection, current, key);
    }

    private static @Nullable StoredStep read(Connection connection, String sql, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key);
            return first(statement);
        }
    }

    /** Reads the last step of an operation as the transaction sees it. */
    @Nullable StoredStep latest(Connection connection, OperationId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(latest)) {
            statement.setBytes(1, id.bytes());
            return first(statement);
        }
    }

    private static @Nullable StoredStep first(PreparedStatement statement) throws SQLException {
        List<StoredStep> steps = all(statement);
        return steps.isEmpty() ? null : steps.get(0);
    }

    /** Reads what is to be taken up now, of these operations. */
    List<StoredStep> due(Connection connection, Collection<String> operations, int limit) throws SQLException {
        if (operations.isEmpty()) {
            return List.of();
        }
        String places = String.join(", ", Collections.nCopies(operations.size(), "?"));
        try (PreparedStatement statement = connection.prepareStatement(due.replace("{operations}", places))) {
            int next = 1;
            for (String operation : operations) {
                statement.setString(next++, operation);
            }
            statement.setInt(next, limit);
            return all(statement);
        }
    }

    /** The operations of what is to be taken up now. */
    Set<String> dueOperations(Connection connection) throws SQLException {
        Set<String> operations = new TreeSet<>();
        try (PreparedStatement statement = connection.prepareStatement(dueOperations);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                operations.add(row.getString(1));
            }
        }
        return operations;
    }

    /** Reads what waits for a person. */
    List<StoredStep> waiting(Connection connection, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(waiting)) {
            statement.setInt(1, limit);
            return all(statement);
        }
    }

    /** Writes what has changed, if nobody else has changed it. */
    boolean change(Connection connection, StoredStep seen, StepProgress progress) throws SQLException {
        StoredValue evidence = progress.evidence();
        StepState ended = progress.ended();
        try (PreparedStatement statement = connection.prepareStatement(change)) {
            statement.setString(1, stored(progress.state()));
            setTime(statement, 2, progress.firstCalledAt());
            setTime(statement, 3, progress.calledAt());
            statement.setInt(4, progress.tries());
            statement.setLong(5, progress.nextTryAt());
            statement.setString(6, progress.reason());
            RecordTable.setBytes(statement, 7, evidence == null ? null : evidence.bytes());
            statement.setString(8, evidence == null ? null : evidence.type());
            statement.setString(9, ended == null ? null : stored(ended));
            setTime(statement, 10, progress.contradictedAt());
            setTime(statement, 11, progress.finishedAt());
            statement.setInt(12, ended == null ? 0 : 1);
            statement.setString(13, seen.key());
            statement.setLong(14, seen.version());
            return statement.executeUpdate() == 1;
        }
    }

    private static List<StoredStep> all(PreparedStatement statement) throws SQLException {
        List<StoredStep> steps = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                steps.add(stepIn(row));
            }
        }
        return steps;
    }

    private static StoredStep stepIn(ResultSet row) throws SQLException {
        String evidenceType = row.getString(16);
        String ended = row.getString(17);
        StepProgress progress = new StepProgress(
                STATES.getOrDefault(row.getString(9), StepState.UNREADABLE),
                row.getLong(10),
                row.getLong(11),
                row.getInt(12),
                row.getLong(13),
                row.getString(14),
                evidenceType == null ? null : new StoredValue(row.getBytes(15), evidenceType),
                ended == null ? null : STATES.getOrDefault(ended, StepState.UNREADABLE),
                row.getLong(18),
                row.getLong(19));
        return new StoredStep(
                row.getString(1),
                OperationId.ofBytes(row.getBytes(2)),
                row.getString(3),
                row.getInt(4),
                new StoredValue(row.getBytes(5), row.getString(6)),
                row.getLong(7),
                row.getLong(8),
                progress,
                row.getLong(20),
                row.getLong(21));
    }

    private static void setTime(PreparedStatement statement, int index, long time) throws SQLException {
        if (time == 0) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, time);
        }
    }

    /** A state as it is stored. */
    static String stored(StepState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
