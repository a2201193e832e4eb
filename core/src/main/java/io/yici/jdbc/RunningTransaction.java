package io.yici.jdbc;

import java.sql.Connection;

/** A transaction that is only written in: whoever began it ends it. */
record RunningTransaction(JdbcTransactions.Running running) implements JdbcTransaction {
    @Override
    public Connection connection() {
        return running.connection();
    }

    @Override
    public boolean joined() {
        return true;
    }

    @Override
    public void commit() {
        throw new UnsupportedOperationException("it is ended by whoever began it");
    }

    @Override
    public boolean rollback() {
        throw new UnsupportedOperationException("it is ended by whoever began it");
    }

    @Override
    public void afterEnd(Runnable action) {
        running.afterEnd().accept(action);
    }
}
