package io.yici.jdbc;

import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Tidies records whose time is over: one that no longer answers becomes a tombstone, one that no longer refuses is
 * deleted, and so are calls to other systems that ended long ago; and names of leases go that nobody has taken for a
 * day and a half. Correctness never waits for it, since every read compares with the clock itself.
 *
 * <p>Works in short transactions of one batch each, on a connection of its own, and passes over rows that somebody else
 * is using: any number of nodes may do it at once. Thread-safe. The database's clock decides.
 */
public final class Cleanup implements AutoCloseable {
    private static final int TRIES = 3;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How long a name is kept that nobody takes: long enough for its row to be of use again the next day. */
    private static final Duration IDLE_LEASES = Duration.ofHours(36);

    private final DataSource dataSource;
    private final Dialect dialect;
    private final CleanupStatements statements;
    private final LeaseTable leases;
    private final int batch;
    private final DoubleSupplier chance;
    private @Nullable CleanupSchedule schedule;

    /**
     * @param batch most rows touched by one transaction, 1 to 10,000
     * @param chance numbers from 0 to below 1 that spread the work of several nodes
     */
    Cleanup(DataSource dataSource, Dialect dialect, TableNames names, int batch, DoubleSupplier chance) {
        if (batch < 1 || batch > 10_000) {
            throw new IllegalArgumentException("batch must be 1 to 10000, not " + batch);
        }
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.statements = CleanupStatements.of(dialect, names, batch);
        this.leases = new LeaseTable(dialect, names);
        this.batch = batch;
        this.chance = chance;
    }

    /**
     * Tidies one batch of each in a transaction of its own, the oldest first. A conflict with the foreground is tried
     * again a few times.
     *
     * @return what was done; nothing when there is nothing to do or others are doing it
     * @throws SQLException when the database cannot be reached or refuses; nothing of the batch was then done
     */
    public Result runBatch() throws SQLException {
        return inTransaction(this::tidy)
                .plus(new Result(0, 0, inTransaction(connection -> leases.tidy(connection, IDLE_LEASES, batch))));
    }

    private <T> T inTransaction(Step<T> step) throws SQLException {
        for (int left = TRIES; ; left--) {
            try {
                return tryOnce(step);
            } catch (SQLException error) {
                if (left == 1 || dialect.errors().judge(error) != Failure.CONFLICT) {
                    throw error;
                }
            }
            LockSupport.parkNanos((long) (PAUSE_NANOS * chance.getAsDouble()));
        }
    }

    private <T> T tryOnce(Step<T> step) throws SQLException {
        OwnTransaction transaction = OwnTransaction.begin(dataSource, dialect, Isolation.READ_COMMITTED);
        T result;
        try {
            result = step.run(transaction.connection());
        } catch (SQLException | RuntimeException error) {
            transaction.rollback();
            throw error;
        }
        try {
            transaction.commit();
        } catch (StoreException judged) {
            throw new SQLException(judged.message(), judged);
        }
        return result;
    }

    /** Tidies batch after batch until a batch finds nothing to do, or {@code maxBatches} are done. */
    public Result runUntilDone(int maxBatches) throws SQLException {
        Result sum = Result.NOTHING;
        for (int count = 0; count < maxBatches; count++) {
            Result result = runBatch();
            if (result.isNothing()) {
                return sum;
            }
            sum = sum.plus(result);
        }
        return sum;
    }

    /**
     * Tidies every so often, roughly, on a daemon thread, until closed. Between the batches of one round it rests
     * longer than it worked. Failures are logged and tried again in the next round.
     */
    public synchronized void start(Duration every) {
        if (schedule != null) {
            throw new IllegalStateException("the clean-up is started already");
        }
        schedule = CleanupSchedule.start(this, every, chance);
    }

    /** Ends the schedule after the batch under way; waits for it a few seconds at most. */
    @Override
    public synchronized void close() {
        if (schedule != null) {
            schedule.close();
            schedule = null;
        }
    }

    private Result tidy(Connection connection) throws SQLException {
        if (!statements.begin().isEmpty()) {
            try (PreparedStatement statement = connection.prepareStatement(statements.begin())) {
                statement.executeUpdate();
            }
        }
        List<byte[]> dead = new ArrayList<>();
        List<byte[]> silent = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(statements.due())) {
            statement.setInt(1, batch);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    (rows.getInt(2) == 1 ? dead : silent).add(rows.getBytes(1));
                }
            }
        }
        return new Result(
                change(connection, statements.bury(), silent, PreparedStatement::setBytes),
                change(connection, statements.delete(), dead, PreparedStatement::setBytes),
                0,
                tidySteps(connection),
                tidyIds(connection, statements.dueTries(), statements.deleteTries())
                        + tidyIds(connection, statements.dueVersions(), statements.deleteVersions()));
    }

    private int tidyIds(Connection connection, String due, String delete) throws SQLException {
        List<byte[]> over = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(due)) {
            statement.setInt(1, batch);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    over.add(rows.getBytes(1));
                }
            }
        }
        return change(connection, delete, over, PreparedStatement::setBytes);
    }

    private int tidySteps(Connection connection) throws SQLException {
        List<String> over = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(statements.dueSteps())) {
            statement.setInt(1, batch);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    over.add(rows.getString(1));
                }
            }
        }
        return change(connection, statements.deleteSteps(), over, PreparedStatement::setString);
    }

    /** Fills the places that are left with the first id again, so that there is one statement for every batch. */
    private <V> int change(Connection connection, String sql, List<V> ids, Setting<V> setting) throws SQLException {
        if (ids.isEmpty()) {
            return 0;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int place = 0; place < batch; place++) {
                setting.set(statement, place + 1, ids.get(place < ids.size() ? place : 0));
            }
            return statement.executeUpdate();
        }
    }

    private interface Setting<V> {
        void set(PreparedStatement statement, int index, V value) throws SQLException;
    }

    /**
     * What was done.
     *
     * @param tombstoned records that from now on only refuse
     * @param deleted records that are gone
     * @param leases names of leases that are gone; their fences never come again
     * @param steps calls to other systems, ended long ago, that are gone
     * @param messages counts of tries, and versions, of messages that never came again, that are gone
     */
    public record Result(int tombstoned, int deleted, int leases, int steps, int messages) {
        private static final Result NOTHING = new Result(0, 0, 0, 0, 0);

        /** Without such calls and messages. */
        public Result(int tombstoned, int deleted, int leases) {
            this(tombstoned, deleted, leases, 0, 0);
        }

        /** Whether there was nothing to do. */
        public boolean isNothing() {
            return tombstoned == 0 && deleted == 0 && leases == 0 && steps == 0 && messages == 0;
        }

        private Result plus(Result other) {
            return new Result(
                    tombstoned + other.tombstoned,
                    deleted + other.deleted,
                    leases + other.leases,
                    steps + other.steps,
                    messages + other.messages);
        }
    }

    private interface Step<T> {
        T run(Connection connection) throws SQLException;
    }
}
