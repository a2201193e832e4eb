package io.yici.jdbc;

import java.sql.SQLException;

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
}
