package io.yici.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** One transaction on one connection, used by one thread; ends with exactly one commit or rollback. */
public interface JdbcTransaction {
    /** The connection on which record and business writes meet. */
    Connection connection();

    /** Whether it is the caller's. */
    boolean joined();

    /** Sends what a persistence layer holds back. */
    default void flush() {}

    /**
     * Commits; joined, ends this part. Whatever it throws is judged by its causes. When the result is unknown the
     * implementation must not put the connection back to use.
     */
    void commit() throws SQLException;

    /**
     * Rolls back; joined, undoes this part where it can, else makes the whole roll back.
     *
     * @return true only when a joined part was undone and the caller's transaction can still be used
     */
    boolean rollback();

    /**
     * Runs {@code action} on this thread once the transaction has ended either way, while {@link #connection()} can
     * still be used and before it goes back to its pool. Registered actions must not throw.
     */
    void afterEnd(Runnable action);
}
