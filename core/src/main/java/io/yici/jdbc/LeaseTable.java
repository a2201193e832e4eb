package io.yici.jdbc;

import io.yici.lease.LeaseName;
import io.yici.store.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rows of leases. A fence is drawn under the lock of its row. A row that is new begins above the floor: the highest
 * fence of all rows that were ever tidied away, kept in a row of its own. The floor is read when the new row is ours
 * already, so whoever deleted an earlier one of the name has committed, and raised the floor in the same transaction.
 */
final class LeaseTable {
    /** The row of the floor; no name has this id. */
    private static final byte[] FLOOR = new byte[32];

    /** Ends a wait for a rival that hangs in the middle of its short transaction. */
    private static final int STATEMENT_SECONDS = 5;

    private final Dialect dialect;
    private final LeaseStatements statements;

    LeaseTable(Dialect dialect, TableNames names) {
        this.dialect = dialect;
        this.statements = LeaseStatements.of(dialect, names);
    }

    /** Whether somebody has the name. Takes no locks. */
    boolean isHeld(Connection connection, LeaseName name) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.look())) {
            statement.setBytes(1, name.id());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 1;
            }
        }
    }

    /** Takes the name with its next fence; empty when somebody has it. Writes before it reads, as SQLite wants it. */
    OptionalLong take(Connection connection, LeaseName name, String owner, Duration time) throws SQLException {
        if (!tryTake(connection, name, owner, time)) {
            insert(connection, name.id(), name.label());
            if (!tryTake(connection, name, owner, time)) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(aboveFloor(connection, name));
    }

    private boolean tryTake(Connection connection, LeaseName name, String owner, Duration time) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.take())) {
            statement.setString(1, owner);
            statement.setLong(2, time.toMillis());
            statement.setBytes(3, name.id());
            return statement.executeUpdate() == 1;
        }
    }

    /** Draws the name's next fence, whoever has the name. */
    long draw(Connection connection, LeaseName name) throws SQLException {
        if (!tryDraw(connection, name)) {
            insert(connection, name.id(), name.label());
            tryDraw(connection, name);
        }
        return aboveFloor(connection, name);
    }

    private boolean tryDraw(Connection connection, LeaseName name) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.draw())) {
            statement.setBytes(1, name.id());
            return statement.executeUpdate() == 1;
        }
    }

    /** The fence just drawn; the first of a row is moved above the floor. */
    private long aboveFloor(Connection connection, LeaseName name) throws SQLException {
        long fence = fence(connection, name.id());
        if (fence != 1) {
            return fence;
        }
        long floor = fence(connection, FLOOR);
        if (floor > 0) {
            raise(connection, name.id(), floor + 1);
        }
        return floor + 1;
    }

    /** Starts the time anew; false when it is not this owner's. */
    boolean renew(Connection connection, LeaseName name, String owner, Duration time) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.renew())) {
            statement.setLong(1, time.toMillis());
            statement.setBytes(2, name.id());
            statement.setString(3, owner);
            // A row that says so already may be counted as not changed.
            return statement.executeUpdate() == 1 || holds(connection, name, owner);
        }
    }

    private boolean holds(Connection connection, LeaseName name, String owner) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.holds())) {
            statement.setBytes(1, name.id());
            statement.setString(2, owner);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Frees the name; false when it is not this owner's. */
    boolean release(Connection connection, LeaseName name, String owner) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.release())) {
            statement.setBytes(1, name.id());
            statement.setString(2, owner);
            return statement.executeUpdate() == 1;
        }
    }

    /** Deletes up to {@code most} rows idle since so long, whose fences the floor takes over; returns how many. */
    int tidy(Connection connection, Duration since, int most) throws SQLException {
        if (!statements.begin().isEmpty()) {
            try (PreparedStatement statement = prepare(connection, statements.begin())) {
                statement.executeUpdate();
            }
        }
        List<byte[]> idle = new ArrayList<>();
        long highest = 0;
        try (PreparedStatement statement = prepare(connection, statements.idle())) {
            statement.setLong(1, since.toMillis());
            statement.setLong(2, since.toMillis());
            statement.setBytes(3, FLOOR);
            statement.setInt(4, most);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    idle.add(rows.getBytes(1));
                    highest = Math.max(highest, rows.getLong(2));
                }
            }
        }
        if (!idle.isEmpty()) {
            raiseFloor(connection, highest);
            delete(connection, idle);
        }
        return idle.size();
    }

    private void delete(Connection connection, List<byte[]> ids) throws SQLException {
        String marks = String.join(", ", Collections.nCopies(ids.size(), "?"));
        try (PreparedStatement statement =
                prepare(connection, statements.delete().replace("{ids}", marks))) {
            for (int place = 0; place < ids.size(); place++) {
                statement.setBytes(place + 1, ids.get(place));
            }
            statement.executeUpdate();
        }
    }

    /** Another clean-up may be raising it: then waits for that, and raises it only if it is still lower. */
    private void raiseFloor(Connection connection, long fence) throws SQLException {
        if (fence(connection, FLOOR) == 0) {
            insertFloor(connection);
        }
        raise(connection, FLOOR, fence);
    }

    /** Where the insert of a row that is just being made fails, the clean-up is to come again. */
    private void insertFloor(Connection connection) throws SQLException {
        try {
            insert(connection, FLOOR, "");
        } catch (SQLException error) {
            if (dialect.errors().judge(error) == Failure.REFUSED) {
                throw new SQLTransactionRollbackException("Another clean-up is making the floor", "40001", error);
            }
            throw error;
        }
    }

    private void insert(Connection connection, byte[] id, String label) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.insert())) {
            statement.setBytes(1, id);
            statement.setString(2, label);
            statement.executeUpdate();
        }
    }

    /** Zero where there is no row. */
    private long fence(Connection connection, byte[] id) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.fence())) {
            statement.setBytes(1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private void raise(Connection connection, byte[] id, long fence) throws SQLException {
        try (PreparedStatement statement = prepare(connection, statements.raise())) {
            statement.setLong(1, fence);
            statement.setBytes(2, id);
            statement.setLong(3, fence);
            statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        if (dialect.remote()) {
            statement.setQueryTimeout(STATEMENT_SECONDS);
        }
        return statement;
    }
}
