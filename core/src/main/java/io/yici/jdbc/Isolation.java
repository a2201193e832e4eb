package io.yici.jdbc;

import java.sql.Connection;

/** Isolation levels at which Yici can begin transactions; SQLite, which knows none, ignores them. */
public enum Isolation {
    /** Each statement sees what is committed when it starts. */
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    /** Every statement sees what was committed when the transaction first looked. */
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    /** As if transactions ran one after another; conflicts end one of them. */
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int level;
    private final String text;

    Isolation(int level) {
        this.level = level;
        this.text = name().replace('_', ' ');
    }

    /** As {@link Connection} numbers it. */
    int level() {
        return level;
    }

    /** As SQL spells it. */
    String text() {
        return text;
    }
}
