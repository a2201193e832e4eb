package io.yici.state;

import java.util.Objects;
import java.util.function.Function;

/**
 * A table whose rows have states, before it is said which. Names of tables and columns are plain SQL names, quoted by
 * the caller where they are reserved words; a table may be qualified by its schema.
 */
public final class StateTable {
    private final String table;
    private final String key;

    StateTable(String table, String key) {
        this.table = Names.table(table);
        this.key = Names.column("key", key);
    }

    /** Names the column that finds a row: a primary or unique key of one column; {@code id} by default. */
    public StateTable key(String column) {
        return new StateTable(table, column);
    }

    /** Names the column that holds the state, as the name of the constant. */
    public <S extends Enum<S>> StateMachineBuilder<S> state(String column, Class<S> states) {
        return state(column, states, Enum::name);
    }

    /**
     * Names the column that holds the state, as the text that {@code stored} gives each constant; texts differ by more
     * than case, since some databases do not tell it apart. A column of numbers takes texts of digits on MySQL,
     * MariaDB, SQLite and H2, and on PostgreSQL too.
     */
    public <S extends Enum<S>> StateMachineBuilder<S> state(
            String column, Class<S> states, Function<? super S, String> stored) {
        Objects.requireNonNull(states, "states");
        return new StateMachineBuilder<>(table, key, new States<>(Names.column("column", column), states, stored));
    }
}
