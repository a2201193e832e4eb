package io.yici.state;

import io.yici.MisuseException;
import io.yici.Operation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** One row of a table, found by its key on one connection, written by one conditional update at a time. */
record Row(Connection connection, Wording wording, String table, String keyColumn, String versionColumn, Object key) {
    static final long FIRST_VERSION = 1;

    /** A state, whose column may have a type of its own. */
    record StateText(String text) {}

    /** The key's row, within the transaction of a connection. */
    static Row within(Connection connection, String table, String keyColumn, String versionColumn, Object key)
            throws SQLException {
        if (connection.getAutoCommit()) {
            throw new MisuseException(
                    Operation.current().orElse(null),
                    "The connection is in auto-commit, so a change of " + table
                            + " and what is done because of it could not commit together.",
                    null);
        }
        return new Row(connection, Wording.of(connection), table, keyColumn, versionColumn, key);
    }

    /**
     * Writes {@code changes} and the next version where the row meets {@code condition}. Counts on every driver, set to
     * count found or changed rows, since the version always changes.
     *
     * @param condition begins with {@code AND}, or is empty
     * @return the new version, or null when no row met the condition
     */
    @Nullable Long update(List<ColumnValue> changes, String condition, List<?> conditionValues) throws SQLException {
        StringBuilder sql = new StringBuilder("UPDATE ").append(table).append(" SET ");
        for (ColumnValue change : changes) {
            sql.append(change.column()).append(" = ?, ");
        }
        sql.append(versionColumn).append(" = ").append(versionColumn).append(" + 1 WHERE ");
        sql.append(keyColumn).append(" = ?").append(condition).append(wording.returning(versionColumn));
        try (PreparedStatement update = connection.prepareStatement(sql.toString())) {
            int index = 1;
            for (ColumnValue change : changes) {
                bind(update, index++, change.value());
            }
            bind(update, index++, key);
            for (Object value : conditionValues) {
                bind(update, index++, value);
            }
            return wording.returns() ? returned(update) : counted(update);
        }
    }

    /** Inserts the row with its first version; false when its key was there. */
    boolean insert(List<ColumnValue> columns) throws SQLException {
        StringBuilder sql =
                new StringBuilder("INSERT INTO ").append(table).append(" (").append(keyColumn);
        sql.append(", ").append(versionColumn);
        columns.forEach(column -> sql.append(", ").append(column.column()));
        sql.append(") VALUES (?, ?").append(", ?".repeat(columns.size())).append(')');
        sql.append(wording.ifAbsent(keyColumn, versionColumn));
        long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        try (PreparedStatement insert = connection.prepareStatement(sql.toString())) {
            int index = 1;
            bind(insert, index++, key);
            bind(insert, index++, FIRST_VERSION);
            for (ColumnValue column : columns) {
                bind(insert, index++, column.value());
            }
            if (wording.marksDuplicates()) {
                insert.setLong(index, mark);
            }
            int count = insert.executeUpdate();
            return wording.marksDuplicates() ? lastInsertId() != mark : count == 1;
        } catch (SQLException error) {
            if (wording.isDuplicate(error)) {
                return false;
            }
            throw error;
        }
    }

    private long lastInsertId() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT LAST_INSERT_ID()");
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private @Nullable Long returned(PreparedStatement update) throws SQLException {
        try (ResultSet rows = update.executeQuery()) {
            Long version = rows.next() ? rows.getLong(1) : null;
            refuseSeveral(rows.next() ? 2 : 1);
            return version;
        }
    }

    private @Nullable Long counted(PreparedStatement update) throws SQLException {
        int count = update.executeUpdate();
        refuseSeveral(count);
        return count == 0 ? null : read(versionColumn, "", row -> row.getLong(1));
    }

    private void refuseSeveral(int count) {
        if (count > 1) {
            throw new MisuseException(
                    Operation.current().orElse(null),
                    keyColumn + " is not unique in " + table + ", and several rows were changed. Roll back.",
                    null);
        }
    }

    /**
     * Reads what is committed now, or written by this transaction, and keeps the row locked; null when there is none.
     */
    <T> @Nullable T lock(String columns, Reading<T> reading) throws SQLException {
        if (wording.locksByWriting()) {
            try (PreparedStatement write = connection.prepareStatement("UPDATE " + table + " SET " + versionColumn
                    + " = " + versionColumn + " WHERE " + keyColumn + " = ?")) {
                bind(write, 1, key);
                write.executeUpdate();
            }
        }
        return read(columns, wording.locking(), reading);
    }

    /** Reads as the transaction sees it; null when there is no such row. */
    <T> @Nullable T read(String columns, Reading<T> reading) throws SQLException {
        return read(columns, "", reading);
    }

    private <T> @Nullable T read(String columns, String ending, Reading<T> reading) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT " + columns + " FROM " + table + " WHERE " + keyColumn + " = ?" + ending)) {
            bind(select, 1, key);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? reading.of(row) : null;
            }
        }
    }

    private void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value instanceof StateText state) {
            if (wording == Wording.POSTGRESQL) {
                // Without a type, so that it fits text and enum types alike.
                statement.setObject(index, state.text(), Types.OTHER);
            } else {
                statement.setString(index, state.text());
            }
        } else {
            statement.setObject(index, value);
        }
    }

    /** Takes a value out of a row. */
    @FunctionalInterface
    interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }
}
