package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The single statements on the table of records and the audit table, prepared as text once. Thread-safe. */
final class RecordTable {
    /** The layout of a row that this version writes; a row of a higher one is not read. */
    static final int FORMAT = 1;

    /** What is read of a record, in the order in which {@link #recordIn} takes it; the clock comes after it. */
    static final String COLUMNS = "operation, fingerprint, format, state, attempt, result, result_type, created_at,"
            + " answers_until, refuses_until, lease_until";

    private static final Map<String, RecordState> STATES = Arrays.stream(RecordState.values())
            .filter(state -> state != RecordState.UNREADABLE)
            .collect(Collectors.toUnmodifiableMap(RecordTable::stored, Function.identity()));

    /** Longer periods than this many milliseconds would overflow the time stamps. */
    static final long LONGEST = Long.MAX_VALUE / 4;

    private final String claim;
    private final String takeOver;
    private final String read;
    private final String readCurrent;
    private final String lockRow;
    private final String finish;
    private final String withdraw;
    private final String leaveUnresolved;
    private final String delete;
    private final String audit;
    private final String now;
    private final String lockSalt;

    /** @param place names the database in which the table is, for locks whose names a whole server shares */
    RecordTable(Dialect dialect, TableNames names, String place) {
        Function<String, String> text = statement -> names.in(statement).replace("{now}", dialect.now());
        this.claim = text.apply(dialect.texts()
                .insert()
                .replace(
                        "{insert}",
                        "INSERT INTO {record} (id, caller, operation, idempotency_key, fingerprint,"
                                + " attempt, outer_id, format, state, created_at, answers_until, refuses_until, lease_until)")
                .replace(
                        "{values}",
                        "?, ?, ?, ?, ?, ?, ?, " + FORMAT + ", 'started', {now}, {now} + ?, {now} + ?, {now} + ?"));
        this.takeOver = text.apply(dialect.texts()
                .takeOver()
                .replace(
                        "{update}",
                        "UPDATE {record} SET caller = ?, operation = ?, idempotency_key = ?,"
                                + " fingerprint = ?, attempt = ?, outer_id = ?, format = " + FORMAT
                                + ", state = 'started',"
                                + " result = NULL, result_type = NULL, created_at = {now}, finished_at = NULL,"
                                + " answers_until = {now} + ?, refuses_until = {now} + ?, lease_until = {now} + ?"
                                + " WHERE id = ? AND attempt = ? AND state IN ('finished', 'rejected', 'tombstone')"));
        this.read = text.apply("SELECT " + COLUMNS + ", {now} FROM {record} WHERE id = ?");
        this.readCurrent = read + dialect.texts().current();
        this.lockRow = text.apply(
                "SELECT attempt FROM {record} WHERE id = ?" + dialect.texts().exclusive());
        this.finish = text.apply("UPDATE {record} SET state = ?, result = ?, result_type = ?, finished_at = {now},"
                + " answers_until = CASE WHEN lease_until IS NULL THEN answers_until"
                + " ELSE {now} + (answers_until - created_at) END,"
                + " refuses_until = CASE WHEN lease_until IS NULL THEN refuses_until"
                + " ELSE {now} + (refuses_until - created_at) END"
                + " WHERE id = ? AND attempt = ? AND state = 'started'");
        this.withdraw = text.apply("DELETE FROM {record} WHERE id = ? AND attempt = ? AND state = 'started'");
        this.leaveUnresolved = text.apply(
                "UPDATE {record} SET state = 'unresolved' WHERE id = ? AND attempt = ? AND state = 'started'");
        this.delete = text.apply("DELETE FROM {record} WHERE id = ? AND attempt = ?");
        this.audit = text.apply("INSERT INTO {audit} (acted_at, action, operation, id, by_whom, reason, found)"
                + " VALUES ({now}, ?, ?, ?, ?, ?, ?)");
        this.now = text.apply("SELECT {now}");
        this.lockSalt = HexFormat.of().toHexDigits((place + "." + names.prefix()).hashCode());
    }

    /**
     * Inserts a record.
     *
     * @param lock the parameter of the dialect's lock function, or null where it has none
     * @return rows inserted, 0 or 1
     */
    int insert(Connection connection, NewRecord record, @Nullable Object lock) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setBytes(1, record.id().bytes());
            int next = setClaim(statement, 2, record);
            if (lock != null) {
                statement.setObject(next, lock);
            }
            return statement.executeUpdate();
        }
    }

    /**
     * Turns a dead record into a new claim, if it is still the one that was read.
     *
     * @return rows changed, 0 or 1
     */
    int takeOver(Connection connection, NewRecord record, OperationRecord dead, @Nullable Object lock)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(takeOver)) {
            int next = setClaim(statement, 1, record);
            statement.setBytes(next, record.id().bytes());
            statement.setString(next + 1, dead.attempt());
            if (lock != null) {
                statement.setObject(next + 2, lock);
            }
            return statement.executeUpdate();
        }
    }

    /** How long a claim's answer is kept, in milliseconds. */
    static long answersFor(NewRecord record) {
        return Math.min(record.answersForMillis(), LONGEST);
    }

    /** How long a claim's key is refused to others, in milliseconds. */
    static long refusesFor(NewRecord record) {
        return answersFor(record) + Math.min(record.refusesForMillis(), LONGEST);
    }

    private static int setClaim(PreparedStatement statement, int first, NewRecord record) throws SQLException {
        OperationId outer = record.outer();
        statement.setString(first, record.operation().caller());
        statement.setString(first + 1, record.operation().name());
        statement.setString(first + 2, record.operation().key());
        setBytes(statement, first + 3, record.fingerprint());
        statement.setString(first + 4, record.attempt());
        setBytes(statement, first + 5, outer == null ? null : outer.bytes());
        statement.setLong(first + 6, answersFor(record));
        statement.setLong(first + 7, refusesFor(record));
        if (record.leaseMillis() == 0) {
            statement.setNull(first + 8, Types.BIGINT);
        } else {
            statement.setLong(first + 8, Math.min(record.leaseMillis(), LONGEST));
        }
        return first + 9;
    }

    /** Locks the row against every change, where the database locks rows. */
    void lockRow(Connection connection, OperationId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lockRow)) {
            statement.setBytes(1, id.bytes());
            statement.executeQuery().close();
        }
    }

    /** Reads a record as the transaction sees it. */
    @Nullable OperationRecord read(Connection connection, OperationId id) throws SQLException {
        return read(connection, id, read);
    }

    /** Reads a record as it is committed now, locking it where the database needs that to look past its snapshot. */
    @Nullable OperationRecord readCurrent(Connection connection, OperationId id) throws SQLException {
        return read(connection, id, readCurrent);
    }

    private static @Nullable OperationRecord read(Connection connection, OperationId id, String sql)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, id.bytes());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? recordIn(row, id) : null;
            }
        }
    }

    static OperationRecord recordIn(ResultSet row, OperationId id) throws SQLException {
        RecordState state = row.getInt(3) > FORMAT ? null : STATES.get(row.getString(4));
        return new OperationRecord(
                id,
                row.getString(1),
                row.getBytes(2),
                state == null ? RecordState.UNREADABLE : state,
                row.getString(5),
                row.getBytes(6),
                row.getString(7),
                row.getLong(8),
                row.getLong(9),
                row.getLong(10),
                row.getLong(11),
                row.getLong(12));
    }

    /** Writes the end of a run. */
    boolean finish(Connection connection, OperationId id, String attempt, Completion completion) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(finish)) {
            statement.setString(1, stored(completion.state()));
            setBytes(statement, 2, completion.result());
            statement.setString(3, completion.resultType());
            statement.setBytes(4, id.bytes());
            statement.setString(5, attempt);
            return statement.executeUpdate() == 1;
        }
    }

    /** Deletes the claim of an attempt. */
    boolean withdraw(Connection connection, OperationId id, String attempt) throws SQLException {
        return change(connection, id, attempt, withdraw);
    }

    /** Marks the claim of an attempt as one whose end nobody knows. */
    boolean leaveUnresolved(Connection connection, OperationId id, String attempt) throws SQLException {
        return change(connection, id, attempt, leaveUnresolved);
    }

    /** Deletes the record of an attempt, whatever its state. */
    boolean delete(Connection connection, OperationId id, String attempt) throws SQLException {
        return change(connection, id, attempt, delete);
    }

    private static boolean change(Connection connection, OperationId id, String attempt, String sql)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, id.bytes());
            statement.setString(2, attempt);
            return statement.executeUpdate() == 1;
        }
    }

    /** Writes down what an operator did, and the state in which it was found. */
    void audit(
            Connection connection,
            String action,
            String operation,
            OperationId id,
            String found,
            String by,
            String reason)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(audit)) {
            statement.setString(1, action);
            statement.setString(2, operation);
            statement.setBytes(3, id.bytes());
            statement.setString(4, by);
            statement.setString(5, reason);
            statement.setString(6, found);
            statement.executeUpdate();
        }
    }

    /** The database's clock. */
    long now(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(now);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The name of an operation's lock, at most 64 characters, where lock names are shared by the whole server. */
    String lockName(OperationId id) {
        return "yici" + lockSalt + id.toString().substring(0, 48);
    }

    /** Whether the record is the uncommitted claim of this attempt. */
    static boolean isFrom(String attempt, OperationRecord found) {
        return found.state() == RecordState.STARTED && found.attempt().equals(attempt);
    }

    /** Whether the record is over and neither answers nor refuses any more. */
    static boolean isDead(OperationRecord found) {
        return found.readAt() >= found.refusesUntil()
                && switch (found.state()) {
                    case FINISHED, REJECTED, TOMBSTONE -> true;
                    case STARTED, UNRESOLVED, UNREADABLE -> false;
                };
    }

    /** A state as it is stored. */
    static String stored(RecordState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** Sets bytes that may be absent. */
    static void setBytes(PreparedStatement statement, int index, byte @Nullable [] bytes) throws SQLException {
        if (bytes == null) {
            statement.setNull(index, Types.VARBINARY);
        } else {
            statement.setBytes(index, bytes);
        }
    }
}
