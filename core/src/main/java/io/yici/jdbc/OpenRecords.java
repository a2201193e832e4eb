package io.yici.jdbc;

import io.yici.Operation;
import io.yici.OperationId;
import io.yici.store.Completion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements on records whose work has left the database, prepared as text once. Thread-safe. */
final class OpenRecords {
    private static final String OPEN =
            " WHERE id = ? AND state IN ('started', 'unresolved') AND lease_until IS NOT NULL";

    private final String retake;
    private final String extend;
    private final String conclude;
    private final String reopen;
    private final String parties;

    OpenRecords(Dialect dialect, TableNames names) {
        Function<String, String> text = statement -> names.in(statement).replace("{now}", dialect.now());
        this.retake = text.apply("UPDATE {record} SET state = 'started', attempt = ?, lease_until = {now} + ?" + OPEN
                + " AND attempt = ? AND (state = 'unresolved' OR lease_until <= {now})");
        this.extend = text.apply("UPDATE {record} SET lease_until = {now} + ?"
                + " WHERE id = ? AND attempt = ? AND state = 'started' AND lease_until IS NOT NULL");
        this.conclude = text.apply("UPDATE {record} SET state = ?, result = ?, result_type = ?, finished_at = {now},"
                + " answers_until = {now} + (answers_until - created_at),"
                + " refuses_until = {now} + (refuses_until - created_at)" + OPEN);
        this.reopen = text.apply("UPDATE {record} SET state = 'unresolved'" + OPEN);
        this.parties = text.apply("SELECT operation, caller, idempotency_key FROM {record} WHERE id = ?");
    }

    /** Gives a record whose attempt is over to another one. */
    boolean retake(Connection connection, OperationId id, String seen, String attempt, long leaseMillis)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(retake)) {
            statement.setString(1, attempt);
            statement.setLong(2, leaseMillis);
            statement.setBytes(3, id.bytes());
            statement.setString(4, seen);
            return statement.executeUpdate() == 1;
        }
    }

    /** Lengthens the lease of an attempt. */
    boolean extend(Connection connection, OperationId id, String attempt, long leaseMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(extend)) {
            statement.setLong(1, leaseMillis);
            statement.setBytes(2, id.bytes());
            statement.setString(3, attempt);
            return statement.executeUpdate() == 1;
        }
    }

    /** Ends a record, whoever has it. */
    boolean conclude(Connection connection, OperationId id, Completion completion) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(conclude)) {
            statement.setString(1, RecordTable.stored(completion.state()));
            RecordTable.setBytes(statement, 2, completion.result());
            statement.setString(3, completion.resultType());
            statement.setBytes(4, id.bytes());
            return statement.executeUpdate() == 1;
        }
    }

    /** Takes a record from whoever has it. */
    boolean reopen(Connection connection, OperationId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(reopen)) {
            statement.setBytes(1, id.bytes());
            return statement.executeUpdate() == 1;
        }
    }

    /** The operation of a record, without its scope. */
    @Nullable Operation operation(Connection connection, OperationId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(parties)) {
            statement.setBytes(1, id.bytes());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Operation.recorded(id, row.getString(1), row.getString(2), row.getString(3)) : null;
            }
        }
    }
}
