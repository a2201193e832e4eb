package io.yici.jdbc;

import io.yici.store.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Proves with two connections that the lock which claims rely on keeps one of them out. */
record LockProof(DataSource dataSource, Dialect dialect) {
    private static final long LIMIT_SECONDS = 5;

    /** @param first in auto-commit; given back as it came */
    void run(Connection first, List<String> problems, List<String> warnings) throws SQLException {
        Connection second = secondConnection();
        if (second == null) {
            warnings.add(
                    "That locks keep rivals out could not be proved, since no second connection was to be had within "
                            + LIMIT_SECONDS + " seconds. Let the pool have at least two connections.");
            return;
        }
        try (second) {
            if (!excludes(first, second)) {
                problems.add("Two connections got the same lock at once: something between Yici and "
                        + dialect.title() + ", or a database that only resembles it, does not keep locks. Connect"
                        + " directly, or through a proxy that keeps one server session for a transaction.");
            }
        } catch (SQLException error) {
            if (dialect.errors().judge(error) == Failure.UNREACHABLE) {
                throw error;
            }
            problems.add("The locks that keep rivals out are not to be had: " + error.getMessage() + ". Use "
                    + dialect.title() + " itself, not a database that only resembles it.");
        }
    }

    private boolean excludes(Connection first, Connection second) throws SQLException {
        Object lock = ThreadLocalRandom.current().nextLong();
        first.setAutoCommit(false);
        try {
            boolean taken = take(first, lock);
            boolean takenTwice = take(second, lock);
            return taken && !takenTwice;
        } finally {
            release(first, lock);
            release(second, lock);
            first.rollback();
            first.setAutoCommit(true);
        }
    }

    private boolean take(Connection connection, Object lock) throws SQLException {
        String query = dialect.isInnoDb()
                ? "SELECT GET_LOCK(CONCAT('yici-proof-', ?), 0)"
                : "SELECT pg_try_advisory_xact_lock(?)";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setObject(1, lock);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** On PostgreSQL the end of the transaction releases. */
    private void release(Connection connection, Object lock) throws SQLException {
        if (dialect.isInnoDb()) {
            try (PreparedStatement statement =
                    connection.prepareStatement("DO RELEASE_LOCK(CONCAT('yici-proof-', ?))")) {
                statement.setObject(1, lock);
                statement.execute();
            }
        }
    }

    /**
     * A pool of one would let us wait for ourselves: it is asked on another thread. One that comes late is given back.
     */
    private @Nullable Connection secondConnection() {
        CompletableFuture<Connection> asked = new CompletableFuture<>();
        Thread asker = new Thread(() -> ask(asked), "yici-start-check");
        asker.setDaemon(true);
        asker.start();
        try {
            return asked.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException notHad) {
            asked.cancel(false);
            return null;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            asked.cancel(false);
            return null;
        }
    }

    private void ask(CompletableFuture<Connection> asked) {
        try {
            Connection connection = dataSource.getConnection();
            if (!asked.complete(connection)) {
                Connections.closeQuietly(connection);
            }
        } catch (SQLException | RuntimeException error) {
            asked.completeExceptionally(error);
        }
    }
}
