package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How transactions on one data source are begun, joined and ended: by Yici itself, or by a framework that already does.
 * Thread-safe.
 */
public interface JdbcTransactions {
    /**
     * Joins the calling thread's transaction, or begins one.
     *
     * @throws SQLException or a runtime exception of the framework, when none can be had
     */
    JdbcTransaction begin() throws SQLException;

    /** Whether the calling thread has a transaction, active or suspended. */
    boolean threadIsBound();

    /**
     * The calling thread's transaction, to be written in without a part of its own: for the outbox. An implementation
     * that does not say so here has no outbox.
     *
     * @return null when the thread has none that is active
     * @throws SQLException or a runtime exception of the framework, when it cannot be written in
     */
    default @Nullable Running current() throws SQLException {
        return null;
    }

    /**
     * A transaction that somebody else ends.
     *
     * @param connection on which it runs
     * @param afterEnd has an action, which neither blocks nor throws, run once it has ended either way
     */
    record Running(Connection connection, Consumer<Runnable> afterEnd) {}
}
