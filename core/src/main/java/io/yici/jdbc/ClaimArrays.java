package io.yici.jdbc;

import io.yici.store.Completion;
import io.yici.store.NewRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** Finished claims as one array a column: a driver takes ten values where row by row it would take thousands. */
final class ClaimArrays {
    /** Selects the rows; state and result type come first. */
    static final String SELECTED = "id, caller, operation, idempotency_key, fingerprint, attempt, NULL, "
            + RecordTable.FORMAT + ", ?, ?, {now}, {now}, {now} + answers_for, {now} + refuses_for, NULL"
            + " FROM unnest(CAST(? AS BYTEA[]), CAST(? AS VARCHAR[]), CAST(? AS VARCHAR[]), CAST(? AS VARCHAR[]),"
            + " CAST(? AS BYTEA[]), CAST(? AS VARCHAR[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]))"
            + " AS claims (id, caller, operation, idempotency_key, fingerprint, attempt, answers_for, refuses_for)";

    private final PreparedStatement statement;
    private final Connection connection;
    private final List<NewRecord> records;

    private ClaimArrays(PreparedStatement statement, List<NewRecord> records) throws SQLException {
        this.statement = statement;
        this.connection = statement.getConnection();
        this.records = records;
    }

    /** Sets all values of such a statement. */
    static void set(PreparedStatement statement, List<NewRecord> records, Completion completion) throws SQLException {
        ClaimArrays arrays = new ClaimArrays(statement, records);
        statement.setString(1, RecordTable.stored(completion.state()));
        statement.setString(2, completion.resultType());
        arrays.bytes(3, record -> record.id().bytes());
        arrays.column(4, "varchar", record -> record.operation().caller());
        arrays.column(5, "varchar", record -> record.operation().name());
        arrays.column(6, "varchar", record -> record.operation().key());
        arrays.bytes(7, NewRecord::fingerprint);
        arrays.column(8, "varchar", NewRecord::attempt);
        arrays.column(9, "bigint", RecordTable::answersFor);
        arrays.column(10, "bigint", RecordTable::refusesFor);
    }

    private void bytes(int place, Function<NewRecord, byte[]> column) throws SQLException {
        statement.setArray(
                place,
                connection.createArrayOf("bytea", records.stream().map(column).toArray(byte[][]::new)));
    }

    private void column(int place, String type, Function<NewRecord, Object> column) throws SQLException {
        statement.setArray(
                place,
                connection.createArrayOf(type, records.stream().map(column).toArray()));
    }
}
