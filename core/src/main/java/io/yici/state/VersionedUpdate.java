package io.yici.state;

import io.yici.state.Update.Missing;
import io.yici.state.Update.Stale;
import io.yici.state.Update.Updated;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row that happens only to the version its caller has seen: one conditional update, which also writes
 * the next version. Immutable and thread-safe; one without values is made once and kept.
 *
 * <p>Blocks while another transaction has changed the row and not ended. Errors of the database pass through as they
 * are. Connections in auto-commit are refused with {@link io.yici.MisuseException}.
 */
public final class VersionedUpdate {
    private final String table;
    private final String key;
    private final String version;
    private final List<ColumnValue> changes;

    private VersionedUpdate(String table, String key, String version, List<ColumnValue> changes) {
        this.table = table;
        this.key = key;
        this.version = version;
        this.changes = changes;
    }

    /** Names the table, perhaps with its schema; key {@code id} and version {@code version} until said otherwise. */
    public static VersionedUpdate on(String table) {
        return new VersionedUpdate(Names.table(table), "id", "version", List.of());
    }

    /** Names the column that finds a row: a primary or unique key of one column. */
    public VersionedUpdate key(String column) {
        return new VersionedUpdate(table, Names.column("key", column), version, changes);
    }

    /** Names the column that counts changes: a whole number, never null. */
    public VersionedUpdate version(String column) {
        return new VersionedUpdate(table, key, Names.column("version", column), changes);
    }

    /**
     * The same with one more column set. The value goes to the driver as it is; an enum by its name.
     *
     * @throws IllegalArgumentException the column is key, version, or set already
     */
    public VersionedUpdate set(String column, @Nullable Object value) {
        ColumnValue change = new ColumnValue(column, value);
        String bare = Names.bare(column);
        if (bare.equals(Names.bare(key))
                || bare.equals(Names.bare(version))
                || changes.stream().anyMatch(change::hasColumnOf)) {
            throw new IllegalArgumentException("column: " + column + " is set already, or is the key or the version");
        }
        List<ColumnValue> more = new ArrayList<>(changes);
        more.add(change);
        return new VersionedUpdate(table, key, version, List.copyOf(more));
    }

    /**
     * Writes what was set if the row still has the expected version. One statement when it does (two on MySQL, MariaDB
     * and H2), one more when not; what {@link Stale} tells is current at every isolation level, and the row is locked.
     * PostgreSQL at REPEATABLE READ and above refuses a row changed since the transaction's snapshot by a serialization
     * failure instead: the caller's whole transaction is to be run again.
     *
     * @param connection in a transaction
     * @throws IllegalStateException nothing was set
     */
    public Update update(Connection connection, Object rowKey, long expected) throws SQLException {
        Row row = row(connection, rowKey);
        Update update = write(row, expected);
        if (update instanceof Stale stale && stale.version() == expected) {
            // It came to that version between the two statements, and is locked in it now.
            return write(row, expected);
        }
        return update;
    }

    /**
     * Reads the row, lets {@code change} decide, and writes if nobody else wrote in between; else reads again, locking,
     * and decides once more on what is there now. So there are at most two tries, and the second cannot be stale,
     * except by what the transaction itself does to the row meanwhile. The second read is current at every isolation
     * level.
     *
     * @param connection in a transaction
     * @return {@link Updated} or {@link Missing}; {@link Stale} only if {@code change} itself wrote the row
     */
    public Update change(Connection connection, Object rowKey, RowChange change) throws SQLException {
        Row row = row(connection, rowKey);
        Tried first = row.read("*", found -> tried(found, change));
        if (first == null) {
            return new Missing();
        }
        Update update = first.changed.write(row, first.expected);
        if (!(update instanceof Stale)) {
            return update;
        }
        Tried second = row.lock("*", found -> tried(found, change));
        return second == null ? new Missing() : second.changed.write(row, second.expected);
    }

    private Tried tried(ResultSet found, RowChange change) throws SQLException {
        VersionedUpdate plain = new VersionedUpdate(table, key, version, List.of());
        return new Tried(found.getLong(Names.unquoted(version)), change.from(found, plain));
    }

    private Row row(Connection connection, Object rowKey) throws SQLException {
        return Row.within(connection, table, key, version, Objects.requireNonNull(rowKey, "rowKey"));
    }

    private Update write(Row row, long expected) throws SQLException {
        if (changes.isEmpty()) {
            throw new IllegalStateException(
                    "Nothing is set on the update of " + table + ". Say what changes by set(…).");
        }
        Long written = row.update(changes, " AND " + version + " = ?", List.of(expected));
        if (written != null) {
            return new Updated(written);
        }
        Long current = row.lock(version, found -> found.getLong(1));
        return current == null ? new Missing() : new Stale(current);
    }

    private record Tried(long expected, VersionedUpdate changed) {}
}
