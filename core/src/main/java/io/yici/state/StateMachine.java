package io.yici.state;

import io.yici.Operation;
import io.yici.SetupException;
import io.yici.internal.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The states of a table's rows and the moves between them. A move is one conditional update in the caller's
 * transaction: it happens from an allowed state or not at all, whoever else is moving the same row, and a repeat of it
 * changes nothing. Immutable and thread-safe; made once.
 *
 * <p>Blocks while another transaction has changed the row and not ended. Errors of the database pass through as they
 * are; a serialization failure, deadlock or time-out among them ends the caller's transaction, which may be run again
 * as a whole. Connections in auto-commit are refused with {@link io.yici.MisuseException}: a move by itself would be
 * atomic, but not together with what is done because of it.
 */
public final class StateMachine<S extends Enum<S>> {
    private final String table;
    private final String key;
    private final States<S> states;
    private final String version;
    private final @Nullable String movedBy;
    private final Set<S> initial;
    private final Map<S, Set<S>> sources;

    StateMachine(
            String table,
            String key,
            States<S> states,
            String version,
            @Nullable String movedBy,
            Set<S> initial,
            Map<S, Set<S>> sources) {
        this.table = table;
        this.key = key;
        this.states = states;
        this.version = version;
        this.movedBy = movedBy;
        this.initial = EnumSet.copyOf(initial);
        this.sources = new EnumMap<>(sources);
    }

    /** Begins the declaration of a table's states. */
    public static StateTable on(String table) {
        return new StateTable(table, "id");
    }

    /**
     * Moves the row to a state, from any state that allows it, in the name of the running operation.
     *
     * @param connection in a transaction
     * @param key as the driver takes it for the key's column
     * @throws IllegalArgumentException no state allows a move to the target
     */
    public Move<S> move(Connection connection, Object key, S target) throws SQLException {
        return to(target).move(connection, key);
    }

    /**
     * A move to a state that can be narrowed: from fewer states, from one version, with more columns.
     *
     * @throws IllegalArgumentException no state allows a move to the target
     */
    public Transition<S> to(S target) {
        return Transition.to(this, target);
    }

    /** A row that begins in a state, unless there is one with its key. */
    public Entry<S> in(S state) {
        return Entry.in(this, Objects.requireNonNull(state, "state"));
    }

    /**
     * Reads the row and locks it until the transaction ends, for callers that must look before they move. What it tells
     * is current at every isolation level, or the database refuses with a serialization failure (PostgreSQL at
     * REPEATABLE READ and above). Empty when there is no such row.
     */
    public Optional<Current<S>> lock(Connection connection, Object key) throws SQLException {
        return Optional.ofNullable(current(row(connection, key)));
    }

    /**
     * Checks, at start, that the table can carry the machine: table and columns are there and fit, the key is unique,
     * the database's enum type or CHECK constraint (where it merely lists values) allows every state, and of the first
     * 10,000 rows none is in another one.
     *
     * @throws SetupException every problem with its remedy
     * @throws SQLException the database cannot be reached
     */
    public void check(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            List<String> problems = problems(connection);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (!problems.isEmpty()) {
                throw new SetupException(problems, null);
            }
        }
    }

    /**
     * What {@link #check} would list, empty when all is well.
     *
     * @param connection in auto-commit, or in a transaction that is ended afterwards
     */
    public List<String> problems(Connection connection) throws SQLException {
        return TableCheck.problems(this, connection);
    }

    /** The machine as the text of a Mermaid {@code stateDiagram-v2}: {@code [*]} is where rows begin and end. */
    public String diagram() {
        return StateDiagram.of(this);
    }

    Row row(Connection connection, Object rowKey) throws SQLException {
        return Row.within(connection, table, key, version, Objects.requireNonNull(rowKey, "key"));
    }

    /** Locks and reads. */
    @Nullable Current<S> current(Row row) throws SQLException {
        String columns = states.column() + ", " + version + (movedBy == null ? "" : ", " + movedBy);
        return row.lock(
                columns,
                found -> new Current<>(
                        stateOf(found.getString(1)),
                        found.getLong(2),
                        movedBy == null ? null : unpadded(found.getString(3))));
    }

    /** As a fixed-width column may have padded it. */
    private static @Nullable String unpadded(@Nullable String text) {
        return text == null ? null : text.stripTrailing();
    }

    private S stateOf(@Nullable String text) {
        S state = states.of(text);
        if (state == null) {
            throw new IllegalStateException("A row of " + table + " has " + states.column() + " '" + text
                    + "', which is none of " + states.all() + ". Nothing was changed. Add the constant, or correct the"
                    + " row; StateMachine.check finds such rows at start.");
        }
        return state;
    }

    /** The table, as it was named. */
    public String table() {
        return table;
    }

    /** The states from which a move to this one is allowed. */
    public Set<S> sources(S target) {
        return Set.copyOf(Objects.requireNonNull(sources.get(target), "target"));
    }

    /** The states in which rows are created. */
    public Set<S> initial() {
        return Set.copyOf(initial);
    }

    /** The columns that every write sets. */
    List<ColumnValue> ownColumns(S state, @Nullable String who) {
        ColumnValue own = new ColumnValue(states.column(), states.stored(state));
        return movedBy == null ? List.of(own) : List.of(own, new ColumnValue(movedBy, who));
    }

    /** Who moves: as said, or the running operation, or nobody known. */
    @Nullable String who(@Nullable String said) {
        return said != null
                ? said
                : Operation.current().map(running -> running.id().toString()).orElse(null);
    }

    String checkedBy(String who) {
        if (movedBy == null) {
            throw new IllegalArgumentException("who: the states of " + table + " keep no movedBy column");
        }
        String fault = Text.faultOf(who, Transition.BY_BYTES);
        if (fault != null) {
            throw new IllegalArgumentException("who " + fault);
        }
        return who;
    }

    List<ColumnValue> with(List<ColumnValue> columns, String column, @Nullable Object value) {
        ColumnValue added = new ColumnValue(column, value);
        if (owns(column) || columns.stream().anyMatch(added::hasColumnOf)) {
            throw new IllegalArgumentException("column: " + column + " is set already, or kept by the state machine");
        }
        List<ColumnValue> all = new ArrayList<>(columns);
        all.add(added);
        return List.copyOf(all);
    }

    /** Why a row that stands like this is not brought to the target. */
    Move<S> unmoved(Current<S> current, S target, @Nullable String who) {
        String mover = current.movedBy();
        return current.state() == target
                ? new Move.AlreadyThere<>(
                        target, current.version(), mover, mover != null && mover.equals(unpadded(who)))
                : new Move.Refused<>(target, current.state(), current.version(), mover);
    }

    private boolean owns(String column) {
        String bare = Names.bare(column);
        return bare.equals(Names.bare(key))
                || bare.equals(Names.bare(states.column()))
                || bare.equals(Names.bare(version))
                || movedBy != null && bare.equals(Names.bare(movedBy));
    }

    States<S> states() {
        return states;
    }

    String keyColumn() {
        return key;
    }

    String versionColumn() {
        return version;
    }

    @Nullable String movedByColumn() {
        return movedBy;
    }
}
