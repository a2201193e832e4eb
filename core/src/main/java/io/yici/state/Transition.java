package io.yici.state;

import io.yici.state.Move.Missing;
import io.yici.state.Move.Moved;
import io.yici.state.Move.Stale;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A move to one state, perhaps narrowed. Immutable and thread-safe: every method gives a new one, and one without
 * values of a single call can be kept and used for every row.
 */
public final class Transition<S extends Enum<S>> {
    /** Limit of the text that says who moved a row, in UTF-8 bytes. */
    public static final int BY_BYTES = 64;

    private final StateMachine<S> machine;
    private final S target;
    private final Set<S> sources;
    private final @Nullable Long version;
    private final @Nullable String by;
    private final List<ColumnValue> changes;

    private Transition(
            StateMachine<S> machine,
            S target,
            Set<S> sources,
            @Nullable Long version,
            @Nullable String by,
            List<ColumnValue> changes) {
        this.machine = machine;
        this.target = target;
        this.sources = sources;
        this.version = version;
        this.by = by;
        this.changes = changes;
    }

    static <S extends Enum<S>> Transition<S> to(StateMachine<S> machine, S target) {
        Set<S> sources = machine.sources(target);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException(
                    "target: no state of " + machine.table() + " allows a move to " + target);
        }
        return new Transition<>(machine, target, sources, null, null, List.of());
    }

    /**
     * Moves only from these states.
     *
     * @throws IllegalArgumentException one of them does not allow the move
     */
    @SafeVarargs
    public final Transition<S> from(S... states) {
        EnumSet<S> narrowed = EnumSet.noneOf(target.getDeclaringClass());
        narrowed.addAll(Arrays.asList(states));
        if (narrowed.isEmpty() || !sources.containsAll(narrowed)) {
            throw new IllegalArgumentException(
                    "states: a move to " + target + " is allowed from " + sources + ", not from " + narrowed);
        }
        return new Transition<>(machine, target, narrowed, version, by, changes);
    }

    /** Moves only a row that still has this version. */
    public Transition<S> ifVersion(long expected) {
        return new Transition<>(machine, target, sources, expected, by, changes);
    }

    /**
     * Says who moves, instead of the running operation: for instance the id of a gateway's event. At most 64 UTF-8
     * bytes.
     *
     * @throws IllegalArgumentException the machine has no {@code movedBy} column, or the text does not fit
     */
    public Transition<S> by(String who) {
        return new Transition<>(machine, target, sources, version, machine.checkedBy(who), changes);
    }

    /**
     * Sets one more column in the same update. The value goes to the driver as it is; an enum by its name.
     *
     * @throws IllegalArgumentException the column is the machine's own, or set already
     */
    public Transition<S> set(String column, @Nullable Object value) {
        return new Transition<>(machine, target, sources, version, by, machine.with(changes, column, value));
    }

    /** The machine whose move this is. */
    public StateMachine<S> machine() {
        return machine;
    }

    /**
     * Moves the row, or says why not. One statement (two on MySQL, MariaDB and H2) when it moves, one more when it does
     * not; the row is locked afterwards in both cases, so the answer holds until the transaction ends.
     *
     * @param connection in a transaction
     * @throws io.yici.MisuseException the connection is in auto-commit
     */
    public Move<S> move(Connection connection, Object key) throws SQLException {
        Row row = machine.row(connection, key);
        String who = machine.who(by);
        Long moved = update(row, who);
        if (moved == null) {
            Current<S> current = machine.current(row);
            if (current == null) {
                return new Missing<>(target);
            }
            if (!sources.contains(current.state())) {
                return machine.unmoved(current, target, who);
            }
            if (version != null && version != current.version()) {
                return new Stale<>(target, current.state(), current.version());
            }
            // It came into such a state between the two statements, and is locked in it now.
            moved = update(row, who);
        }
        if (moved == null) {
            throw new IllegalStateException(
                    "A row of " + machine.table() + " is locked in a state that allows the move to " + target
                            + ", and was not moved; a trigger or rule of the database may suppress the update.");
        }
        return new Moved<>(target, moved);
    }

    private @Nullable Long update(Row row, @Nullable String who) throws SQLException {
        States<S> states = machine.states();
        List<ColumnValue> all = new ArrayList<>(machine.ownColumns(target, who));
        all.addAll(changes);
        List<Object> values = new ArrayList<>();
        sources.forEach(source -> values.add(states.stored(source)));
        String condition = " AND " + states.column() + " IN (?" + ", ?".repeat(sources.size() - 1) + ")";
        if (version != null) {
            condition += " AND " + machine.versionColumn() + " = ?";
            values.add(version);
        }
        return row.update(all, condition, values);
    }
}
