package io.yici.jdbc;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.lease.FencedLease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row only when nobody with a higher fence has written it: one conditional UPDATE, which also leaves our
 * fence in the row. In the caller's transaction, on the caller's connection.
 *
 * <pre>{@code
 * FencedUpdate.Result result = FencedUpdate.of(lease)
 *         .table("report").key("id", "2026-11").set("state", "sent")
 *         .run(connection);
 * }</pre>
 *
 * <p>The row needs a BIGINT column for fences, {@code fence} unless told otherwise; null in it is lower than any. Names
 * go into the statement unquoted and are ASCII letters, digits and underscores; values are parameters. Used by one
 * thread. A fence tells holders of one name apart: rows written under a lease belong to one name.
 */
public final class FencedUpdate {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern TABLE = Pattern.compile(NAME.pattern() + "(\\." + NAME.pattern() + ")?");

    /** How often a row that changes while it is looked at is tried again. */
    private static final int TRIES = 3;

    private final long fence;
    private final BooleanSupplier held;
    private final Map<String, Object> keys = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();
    private @Nullable String table;
    private String fenceColumn = "fence";

    private FencedUpdate(long fence, BooleanSupplier held) {
        this.fence = fence;
        this.held = held;
    }

    /** With the fence of a lease, which must still be held, as far as is known, when it is run. */
    public static FencedUpdate of(FencedLease lease) {
        return new FencedUpdate(lease.fence(), lease::isHeld);
    }

    /** With a fence that came from a holder in a message or a call; the row alone decides. */
    public static FencedUpdate of(long fence) {
        if (fence < 1) {
            throw new IllegalArgumentException("fence must be at least 1, not " + fence);
        }
        return new FencedUpdate(fence, () -> true);
    }

    /** The table, with its schema before a dot if need be. */
    public FencedUpdate table(String name) {
        this.table = checked("table", name, TABLE);
        return this;
    }

    /** A column of the key; several together must name one row. */
    public FencedUpdate key(String column, Object value) {
        keys.put(checked("key", column, NAME), value);
        return this;
    }

    /** A column to write. */
    public FencedUpdate set(String column, @Nullable Object value) {
        values.put(checked("set", column, NAME), value);
        return this;
    }

    /** The column in which fences are, {@code fence} by default. */
    public FencedUpdate fenceIn(String column) {
        this.fenceColumn = checked("fenceIn", column, NAME);
        return this;
    }

    private static String checked(String argument, String name, Pattern allowed) {
        if (!allowed.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    argument + " must be a name of ASCII letters, digits and underscores, not '" + name + "'");
        }
        return name;
    }

    /**
     * Writes. True only when the caller commits; a result other than {@link Applied} has changed nothing, and the
     * transaction can go on.
     *
     * @throws MisuseException the key names several rows: roll back
     * @throws IllegalStateException without a table or a key
     */
    public Result run(Connection connection) throws SQLException {
        if (table == null || keys.isEmpty()) {
            throw new IllegalStateException("a fenced update needs a table and a key");
        }
        if (!held.getAsBoolean()) {
            return new NotHeld();
        }
        for (int left = TRIES; ; left--) {
            if (update(connection) == 1) {
                return new Applied();
            }
            Result found = look(connection);
            if (!(found instanceof FencedOut out) || out.found() > fence || left == 1) {
                return found;
            }
        }
    }

    private int update(Connection connection) throws SQLException {
        String columns = Stream.concat(values.keySet().stream(), Stream.of(fenceColumn))
                .map(column -> column + " = ?")
                .collect(Collectors.joining(", "));
        String sql = "UPDATE " + table + " SET " + columns + " WHERE " + keyed() + " AND (" + fenceColumn
                + " IS NULL OR " + fenceColumn + " <= ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int place = 1;
            for (Object value : values.values()) {
                statement.setObject(place++, value);
            }
            statement.setLong(place++, fence);
            for (Object value : keys.values()) {
                statement.setObject(place++, value);
            }
            statement.setLong(place, fence);
            int count = statement.executeUpdate();
            if (count > 1) {
                throw new MisuseException(
                        Operation.current().orElse(null),
                        "A fenced update of " + table + " changed " + count + " rows: its key " + keys.keySet()
                                + " names several.",
                        null);
            }
            return count;
        }
    }

    /** Why nothing was changed, as it is now: a read that locks does not look at an old snapshot. */
    private Result look(Connection connection) throws SQLException {
        boolean locks = !connection
                .getMetaData()
                .getDatabaseProductName()
                .toLowerCase(Locale.ROOT)
                .contains("sqlite");
        String sql = "SELECT " + fenceColumn + " FROM " + table + " WHERE " + keyed() + (locks ? " FOR UPDATE" : "");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int place = 1;
            for (Object value : keys.values()) {
                statement.setObject(place++, value);
            }
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return new Missing();
                }
                long found = row.getLong(1);
                // A row that says everything already may be counted as not changed.
                return found == fence ? new Applied() : new FencedOut(found);
            }
        }
    }

    private String keyed() {
        return keys.keySet().stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
    }

    /** What became of the write. */
    public sealed interface Result {
        /** Whether the row was written. */
        default boolean applied() {
            return this instanceof Applied;
        }
    }

    /** The row was written. */
    public record Applied() implements Result {}

    /**
     * A later holder has written the row; nothing was changed.
     *
     * @param found the fence in the row
     */
    public record FencedOut(long found) implements Result {}

    /** The lease is known to be over, so nothing was asked. */
    public record NotHeld() implements Result {}

    /** There is no such row. */
    public record Missing() implements Result {}
}
