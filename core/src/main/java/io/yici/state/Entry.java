package io.yici.state;

import io.yici.state.Move.Moved;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that begins in one state, unless there is one with its key: then it says how that one stands. For what may come
 * before the row it is about: a cancellation that finds no order leaves one, cancelled, so that an order that comes
 * late is refused. Enter first and move second, not the other way round: a lock on a row that is not there yet lets two
 * transactions of MySQL or MariaDB at REPEATABLE READ block each other's insert. Immutable and thread-safe.
 */
public final class Entry<S extends Enum<S>> {
    private final StateMachine<S> machine;
    private final S state;
    private final @Nullable String by;
    private final List<ColumnValue> columns;

    private Entry(StateMachine<S> machine, S state, @Nullable String by, List<ColumnValue> columns) {
        this.machine = machine;
        this.state = state;
        this.by = by;
        this.columns = columns;
    }

    static <S extends Enum<S>> Entry<S> in(StateMachine<S> machine, S state) {
        return new Entry<>(machine, state, null, List.of());
    }

    /** Says who enters it, instead of the running operation; as {@link Transition#by}. */
    public Entry<S> by(String who) {
        return new Entry<>(machine, state, machine.checkedBy(who), columns);
    }

    /** Sets one more column of the new row; as {@link Transition#set}. */
    public Entry<S> set(String column, @Nullable Object value) {
        return new Entry<>(machine, state, by, machine.with(columns, column, value));
    }

    /**
     * Inserts the row with version 1, or says how the one that is there stands, which is then locked. Blocks while
     * another transaction has inserted it and not ended.
     *
     * @param connection in a transaction
     * @return {@code Moved} when it was inserted, {@code AlreadyThere} or {@code Refused} when there was one
     * @throws io.yici.MisuseException the connection is in auto-commit
     */
    public Move<S> enter(Connection connection, Object key) throws SQLException {
        Row row = machine.row(connection, key);
        String who = machine.who(by);
        List<ColumnValue> all = new ArrayList<>(machine.ownColumns(state, who));
        all.addAll(columns);
        if (row.insert(all)) {
            return new Moved<>(state, Row.FIRST_VERSION);
        }
        Current<S> current = machine.current(row);
        if (current == null) {
            throw new IllegalStateException("No row of " + machine.table() + " has this key, and the new one was not"
                    + " inserted: another unique key of the table has one of its values.");
        }
        return machine.unmoved(current, state, who);
    }
}
