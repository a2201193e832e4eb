package io.yici.jdbc;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.lease.FencedLeaseStore;
import io.yici.lease.Fences;
import io.yici.lease.LeaseName;
import io.yici.lease.ThreadTransaction;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Leases and fences in one table, each step in a short transaction of its own on a connection of its own: never in the
 * caller's, whose commit decides when others see it, and whose roll-back would take a fence back.
 */
final class JdbcLeaseStore implements FencedLeaseStore, Fences {
    private static final int TRIES = 10;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final DataSource dataSource;
    private final Dialect dialect;
    private final LeaseTable table;
    private final ThreadTransaction transaction;

    JdbcLeaseStore(DataSource dataSource, Dialect dialect, TableNames names) {
        this(dataSource, dialect, new LeaseTable(dialect, names), ThreadTransaction.NONE);
    }

    private JdbcLeaseStore(DataSource dataSource, Dialect dialect, LeaseTable table, ThreadTransaction transaction) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.table = table;
        this.transaction = transaction;
    }

    /** The same store, which refuses where these transactions would make it wait for itself. */
    JdbcLeaseStore within(ThreadTransaction known) {
        return new JdbcLeaseStore(dataSource, dialect, table, known);
    }

    @Override
    public OptionalLong takeFenced(LeaseName name, String owner, Duration time) {
        refuseBesideAWriter(name);
        if (isHeld(name)) {
            return OptionalLong.empty();
        }
        try {
            return inTransaction("taking", connection -> table.take(connection, name, owner, time));
        } catch (StoreException failed) {
            if (dialect.errors().judge(failed.getCause()) == Failure.REFUSED) {
                // Somebody else is making the row all the while, and so taking the name.
                return OptionalLong.empty();
            }
            throw failed;
        }
    }

    @Override
    public long draw(LeaseName name) {
        refuseBesideAWriter(name);
        return inTransaction("drawing of a fence", connection -> table.draw(connection, name));
    }

    @Override
    public boolean renew(LeaseName name, String owner, Duration time) {
        return inTransaction("renewal", connection -> table.renew(connection, name, owner, time));
    }

    @Override
    public boolean release(LeaseName name, String owner) {
        return inTransaction("release", connection -> table.release(connection, name, owner));
    }

    /** Where there is one writer, and it is this thread, our own transaction would wait for it in vain. */
    private void refuseBesideAWriter(LeaseName name) {
        if (dialect.isSqlite() && transaction.isActive()) {
            throw new MisuseException(
                    Operation.current().orElse(null),
                    "The lease '" + name.label()
                            + "' was asked for inside a transaction on SQLite, which has one writer"
                            + " at a time. Take it before the transaction begins.",
                    null);
        }
    }

    /** Spares those who come in vain a transaction and its locks. */
    private boolean isHeld(LeaseName name) {
        try (Connection connection = dataSource.getConnection()) {
            boolean held = table.isHeld(connection, name);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return held;
        } catch (SQLException error) {
            throw failed("look", error);
        }
    }

    /** Conflicts are tried again with growing pauses, for two seconds at most. */
    private <T> T inTransaction(String step, Step<T> action) {
        long start = System.nanoTime();
        for (int times = 1; ; times++) {
            try {
                return tryOnce(action);
            } catch (SQLException | StoreException error) {
                StoreException failed = failed(step, error);
                if (failed.failure() != Failure.CONFLICT
                        || times == TRIES
                        || System.nanoTime() - start > PATIENCE_NANOS) {
                    throw failed;
                }
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(times * PAUSE_NANOS));
        }
    }

    private <T> T tryOnce(Step<T> action) throws SQLException {
        OwnTransaction transaction = OwnTransaction.begin(dataSource, dialect, Isolation.READ_COMMITTED);
        T result;
        try {
            result = action.run(transaction.connection());
        } catch (SQLException | RuntimeException error) {
            transaction.rollback();
            throw error;
        }
        transaction.commit();
        return result;
    }

    /** A row that somebody else made at the same moment is a conflict: the next try finds it. */
    private StoreException failed(String step, Exception error) {
        Failure failure = dialect.errors().judge(error);
        return new StoreException(
                failure == Failure.REFUSED ? Failure.CONFLICT : failure,
                "The " + step + " failed on " + dialect.title(),
                error);
    }

    private interface Step<T> {
        T run(Connection connection) throws SQLException;
    }
}
