package io.yici.jdbc;

import io.yici.SetupException;
import io.yici.lease.FencedLease;
import io.yici.lease.Fences;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.lease.StoredLeases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Leases with fences in a database table. Who has a name, and until when, is decided by the database and its clock; the
 * clocks of the nodes play no part.
 *
 * <p>Each step takes a connection for one short transaction and gives it back: a lease that is held holds none. The
 * steps never run in the caller's transaction, so a thread inside one needs a second connection; where the pool has
 * none to give, taking fails with {@link io.yici.StoreUnavailableException} after the pool's own time-out, and renewal
 * is tried again until the lease is lost. Give leases a small pool of their own where the main one is often empty. On
 * SQLite, with its one writer, a lease is taken before a transaction, and a transaction must be shorter than the lease.
 */
public final class JdbcLeases implements Leases<FencedLease> {
    private final JdbcLeaseStore store;
    private final StoredLeases<FencedLease> leases;

    JdbcLeases(JdbcLeaseStore store, LeaseSettings settings) {
        this.store = store.within(settings.transaction());
        this.leases = StoredLeases.fenced(this.store, settings);
    }

    /**
     * Leases on a data source, for instance a small pool of their own; {@code JdbcYici.leases} also knows its runs.
     * Connects once, and looks for the table.
     *
     * @throws SetupException when the database cannot be reached, is not known, or has no table for leases
     */
    public static JdbcLeases on(DataSource dataSource, TableNames names, LeaseSettings settings) {
        try (Connection connection = dataSource.getConnection()) {
            Dialect dialect = DialectDetection.of(connection);
            List<String> problems = new Schema(dialect, names).checkLeases(connection);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (!problems.isEmpty()) {
                throw new SetupException(problems, null);
            }
            return new JdbcLeases(new JdbcLeaseStore(dataSource, dialect, names), settings);
        } catch (SQLException unreachable) {
            throw new SetupException(
                    List.of("The database for leases cannot be reached: " + unreachable.getMessage()
                            + " Check its address, user and password."),
                    unreachable);
        }
    }

    @Override
    public Optional<FencedLease> tryAcquire(String name, Duration time) {
        return leases.tryAcquire(name, time);
    }

    @Override
    public Optional<FencedLease> acquire(String name, Duration time, Duration atMost) throws InterruptedException {
        return leases.acquire(name, time, atMost);
    }

    /** The fences of the same table, for leases that are kept elsewhere. */
    public Fences fences() {
        return store;
    }

    @Override
    public void close() {
        leases.close();
    }
}
