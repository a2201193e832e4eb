package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.jdbc.Dialect.MessageTexts;
import io.yici.store.Claim;
import io.yici.store.Completion;
import io.yici.store.NewRecord;
import io.yici.store.OperationRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Claims of several operations in one statement, inserted as finished: for work that ends with the transaction. Sorted,
 * so that two that overlap wait for each other in one direction only. Thread-safe.
 */
final class FinishedClaims {
    private static final String ROW =
            "(?, ?, ?, ?, ?, ?, NULL, " + RecordTable.FORMAT + ", ?, ?, {now}, {now}, {now} + ?, {now} + ?, NULL)";
    private static final String INSERT = "INSERT INTO {record} (id, caller, operation, idempotency_key, fingerprint,"
            + " attempt, outer_id, format, state, result_type, created_at, finished_at, answers_until, refuses_until,"
            + " lease_until)";

    private final Dialect dialect;
    private final MessageTexts texts;
    private final boolean asArrays;
    private final String claims;
    private final String row;
    private final String readBack;
    private final String holds;
    private final String withdraw;

    FinishedClaims(Dialect dialect, TableNames names) {
        Function<String, String> text = statement -> names.in(statement).replace("{now}", dialect.now());
        this.dialect = dialect;
        this.texts = dialect.messages();
        this.row = text.apply(ROW);
        this.asArrays = texts.claims().contains("{arrays}");
        this.claims =
                text.apply((isRowByRow() ? dialect.texts().insert().replace("{values}", plain(ROW)) : texts.claims())
                        .replace("{insert}", INSERT)
                        .replace("{arrays}", ClaimArrays.SELECTED));
        this.readBack = text.apply(texts.read());
        this.holds = text.apply("SELECT 1 FROM {record} WHERE id = ? AND attempt = ?");
        this.withdraw = text.apply("DELETE FROM {record} WHERE id IN ({ids}) AND attempt = ?");
    }

    private static String plain(String values) {
        return values.substring(1, values.length() - 1);
    }

    private boolean isRowByRow() {
        return texts.claims().isEmpty();
    }

    /** Takes them; all are in flight when a rival was not gone in time. */
    List<Claim> claim(Connection connection, List<NewRecord> records, Completion completion, long waitMillis)
            throws SQLException {
        List<NewRecord> sorted = records.stream()
                .sorted((one, other) ->
                        Arrays.compareUnsigned(one.id().bytes(), other.id().bytes()))
                .toList();
        int inserted;
        try {
            inserted = isRowByRow()
                    ? insertEach(connection, sorted, completion, waitMillis)
                    : insertAll(connection, sorted, completion, waitMillis);
        } catch (SQLException error) {
            if (isLocked(error)) {
                return Collections.nCopies(records.size(), Claiming.IN_FLIGHT);
            }
            throw error;
        }
        // How many rows an InnoDB driver counts for one that was there already is a matter of its settings.
        return inserted == records.size() && !dialect.isInnoDb()
                ? Collections.nCopies(records.size(), Claiming.CLAIMED)
                : readBack(connection, records);
    }

    private int insertAll(Connection connection, List<NewRecord> sorted, Completion completion, long waitMillis)
            throws SQLException {
        String sql = claims.replace("{rows}", String.join(", ", Collections.nCopies(sorted.size(), row)))
                .replace("{millis}", Long.toString(Math.max(1, waitMillis)))
                .replace("{seconds}", seconds(waitMillis));
        execute(connection, texts.before().replace("{seconds}", seconds(waitMillis)));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (asArrays) {
                ClaimArrays.set(statement, sorted, completion);
            } else {
                setRows(statement, sorted, completion);
            }
            return inserted(statement);
        } finally {
            execute(connection, texts.after());
        }
    }

    private static String seconds(long millis) {
        return Long.toString(Math.max(1, (millis + 500) / 1000));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        if (!sql.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** What the one insert among the statements has inserted. */
    private static int inserted(PreparedStatement statement) throws SQLException {
        int inserted = 0;
        boolean rows = statement.execute();
        while (true) {
            if (!rows) {
                int count = statement.getUpdateCount();
                if (count < 0) {
                    return inserted;
                }
                inserted += count;
            }
            rows = statement.getMoreResults();
        }
    }

    private int insertEach(Connection connection, List<NewRecord> sorted, Completion completion, long waitMillis)
            throws SQLException {
        int inserted = 0;
        long before = LockTimeoutClaiming.shorten(connection, Math.max(1, waitMillis));
        try (PreparedStatement statement = connection.prepareStatement(claims)) {
            for (NewRecord record : sorted) {
                int next = set(statement, 1, record, completion);
                statement.setBytes(next, record.id().bytes());
                inserted += insertOne(statement);
            }
            return inserted;
        } finally {
            LockTimeoutClaiming.set(connection, before);
        }
    }

    private static int insertOne(PreparedStatement statement) throws SQLException {
        try {
            return statement.executeUpdate();
        } catch (SQLException error) {
            if (error.getErrorCode() == LockTimeoutClaiming.DUPLICATE_KEY) {
                return 0;
            }
            throw error;
        }
    }

    private static void setRows(PreparedStatement statement, List<NewRecord> records, Completion completion)
            throws SQLException {
        int next = 1;
        for (NewRecord record : records) {
            next = set(statement, next, record, completion);
        }
    }

    private static int set(PreparedStatement statement, int first, NewRecord record, Completion completion)
            throws SQLException {
        statement.setBytes(first, record.id().bytes());
        statement.setString(first + 1, record.operation().caller());
        statement.setString(first + 2, record.operation().name());
        statement.setString(first + 3, record.operation().key());
        RecordTable.setBytes(statement, first + 4, record.fingerprint());
        statement.setString(first + 5, record.attempt());
        statement.setString(first + 6, RecordTable.stored(completion.state()));
        statement.setString(first + 7, completion.resultType());
        statement.setLong(first + 8, RecordTable.answersFor(record));
        statement.setLong(first + 9, RecordTable.refusesFor(record));
        return first + 10;
    }

    private boolean isLocked(SQLException error) {
        return switch (dialect.name()) {
            case "postgresql" -> "55P03".equals(error.getSQLState());
            case "h2" -> LockTimeoutClaiming.isLocked(error);
            default -> dialect.isInnoDb() && InnoDb.isLocked(error);
        };
    }

    /** What is ours has our attempt; what is not to be seen is somebody else's, who has not committed it. */
    private List<Claim> readBack(Connection connection, List<NewRecord> records) throws SQLException {
        Map<OperationId, OperationRecord> found = new HashMap<>();
        String sql = readBack.replace("{ids}", marks(records.size()));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            setIds(statement, records);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    OperationId id = OperationId.ofBytes(rows.getBytes(13));
                    found.put(id, RecordTable.recordIn(rows, id));
                }
            }
        }
        return records.stream()
                .map(record -> met(record, found.get(record.id())))
                .toList();
    }

    private void setIds(PreparedStatement statement, List<NewRecord> records) throws SQLException {
        if (asArrays) {
            byte[][] ids = records.stream().map(record -> record.id().bytes()).toArray(byte[][]::new);
            statement.setArray(1, statement.getConnection().createArrayOf("bytea", ids));
            return;
        }
        for (int place = 0; place < records.size(); place++) {
            statement.setBytes(place + 1, records.get(place).id().bytes());
        }
    }

    private static Claim met(NewRecord record, @Nullable OperationRecord found) {
        if (found == null) {
            return Claiming.IN_FLIGHT;
        }
        return found.attempt().equals(record.attempt()) ? Claiming.CLAIMED : new Claim.Recorded(found);
    }

    /** Whether the record of this attempt is there. */
    boolean holds(Connection connection, OperationId id, String attempt) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(holds)) {
            statement.setBytes(1, id.bytes());
            statement.setString(2, attempt);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Deletes the records of this attempt. */
    void withdraw(Connection connection, Collection<OperationId> ids, String attempt) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(withdraw.replace("{ids}", marks(ids.size())))) {
            int next = 1;
            for (OperationId id : ids) {
                statement.setBytes(next++, id.bytes());
            }
            statement.setString(next, attempt);
            statement.executeUpdate();
        }
    }

    static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
