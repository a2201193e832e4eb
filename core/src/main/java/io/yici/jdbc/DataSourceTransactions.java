package io.yici.jdbc;

import io.yici.lease.ThreadTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Yici's own transactions on a data source: one connection for each, given back as it came. A transaction begun on a
 * thread that already has one of these joins it under a savepoint.
 */
final class DataSourceTransactions implements JdbcTransactions, ThreadTransaction {
    private final DataSource dataSource;
    private final Dialect dialect;
    private final @Nullable Isolation isolation;
    /** One for each data source, and so not static. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Bound> bound = new ThreadLocal<>();

    /** @param isolation null for the connections' own level */
    DataSourceTransactions(DataSource dataSource, Dialect dialect, @Nullable Isolation isolation) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.isolation = isolation;
    }

    @Override
    public JdbcTransaction begin() throws SQLException {
        Bound outer = bound.get();
        if (outer != null) {
            return PartTransaction.begin(outer.connection(), outer);
        }
        Bound begun = new Bound(OwnTransaction.begin(dataSource, dialect, isolation));
        bound.set(begun);
        return begun;
    }

    @Override
    public boolean threadIsBound() {
        return bound.get() != null;
    }

    @Override
    public boolean isActive() {
        return threadIsBound();
    }

    @Override
    public boolean afterEnd(Runnable action) {
        Bound current = bound.get();
        if (current == null) {
            return false;
        }
        current.afterEnd(action);
        return true;
    }

    @Override
    public @Nullable Running current() {
        Bound current = bound.get();
        return current == null ? null : new Running(current.connection(), current::afterEnd);
    }

    /** A transaction while it is its thread's. */
    private final class Bound implements JdbcTransaction, PartTransaction.Whole {
        private final OwnTransaction own;

        private Bound(OwnTransaction own) {
            this.own = own;
        }

        @Override
        public Connection connection() {
            return own.connection();
        }

        @Override
        public boolean joined() {
            return false;
        }

        @Override
        public void commit() throws SQLException {
            bound.remove();
            own.commit();
        }

        @Override
        public boolean rollback() {
            bound.remove();
            return own.rollback();
        }

        @Override
        public void afterEnd(Runnable action) {
            own.afterEnd(action);
        }

        @Override
        public void doom(Throwable cause) {
            own.doom(cause);
        }
    }
}
