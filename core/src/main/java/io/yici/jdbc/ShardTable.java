package io.yici.jdbc;

import io.yici.store.DueShard;
import io.yici.store.Shard;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The statements on the parts of the outbox and their holders, prepared as text once. Thread-safe. */
final class ShardTable {
    /** The first of a part that waits and is due; found by its index, and so never turned into a join. */
    private static final String FIRST_DUE = "(SELECT o.seq FROM {outbox} o WHERE o.shard = s.id"
            + " AND o.state = 'waiting' AND o.seq {compare} s.mark AND o.next_try_at <= {now} ORDER BY o.seq LIMIT 1)";

    private final String due;
    private final String insert;
    private final String unlocked;
    private final String take;
    private final String renew;
    private final String lock;
    private final String touch;
    private final String look;
    private final String parkedLanes;
    private final String release;
    private final String late;
    private final String lower;

    ShardTable(Dialect dialect, TableNames names) {
        UnaryOperator<String> text = each -> names.in(each).replace("{now}", dialect.now());
        this.due = text.apply("SELECT s.id, CASE WHEN s.lease_until <= {now} THEN 1 ELSE 0 END, "
                + FIRST_DUE.replace("{compare}", ">=") + " FROM {shard} s ORDER BY s.served_at, s.id");
        this.insert = text.apply(dialect.insertAbsent()
                .replace("{insert}", "INSERT INTO {shard} (id, claim, lease_until, served_at, mark, epoch)")
                .replace("{values}", "?, '', 0, 0, 0, 0"));
        this.unlocked = text.apply(
                "SELECT id FROM {shard} WHERE id = ?" + dialect.tidying().passing());
        this.take = text.apply("UPDATE {shard} SET claim = ?, lease_until = {now} + ?, served_at = {now}"
                + " WHERE id = ? AND lease_until <= {now}");
        this.renew = text.apply(
                "UPDATE {shard} SET lease_until = {now} + ?, mark = ? WHERE id = ? AND claim = ? AND epoch = ?");
        this.touch = text.apply("UPDATE {shard} SET epoch = epoch + 1, mark = CASE WHEN mark > ? THEN ? ELSE mark END"
                + " WHERE id = ?");
        this.look = text.apply("SELECT claim, mark, epoch FROM {shard} WHERE id = ?");
        this.lock = look + dialect.texts().exclusive();
        this.parkedLanes = text.apply(
                "SELECT DISTINCT lane FROM {outbox} WHERE shard = ? AND state = 'parked' AND lane IS NOT NULL");
        this.release = text.apply("UPDATE {shard} SET claim = '', lease_until = 0 WHERE id = ? AND claim = ?");
        this.late = text.apply("SELECT s.id, " + FIRST_DUE.replace("{compare}", "<") + " FROM {shard} s ORDER BY s.id");
        this.lower = text.apply("UPDATE {shard} SET mark = ?, epoch = epoch + 1 WHERE id = ? AND mark > ?");
    }

    /** The parts in which something waits that is due. */
    List<DueShard> due(Connection connection) throws SQLException {
        List<DueShard> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(due);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                row.getLong(3);
                if (!row.wasNull()) {
                    found.add(new DueShard(row.getInt(1), row.getInt(2) == 1));
                }
            }
        }
        return found;
    }

    /** Makes a row where it is missing; somebody else may make it at the same moment. */
    void insert(Connection connection, int shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setInt(1, shard);
            statement.executeUpdate();
        }
    }

    /** Whether there is a row. */
    boolean exists(Connection connection, int shard) throws SQLException {
        return holder(connection, shard, false) != null;
    }

    /**
     * Takes a part whose lease is over. Does not wait where it is locked: a holder that froze in a transaction, or
     * whose host vanished, would keep who takes over from all other parts.
     */
    @Nullable Shard take(Connection connection, int shard, String claim, long leaseMillis) throws SQLException {
        if (!lockUnlessLocked(connection, shard)) {
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(take)) {
            statement.setString(1, claim);
            statement.setLong(2, leaseMillis);
            statement.setInt(3, shard);
            if (statement.executeUpdate() != 1) {
                return null;
            }
        }
        return heldBy(claim, connection, shard, false);
    }

    /** Starts the lease anew, for the holder who knows what waits. */
    boolean renew(Connection connection, Shard held, String claim, long leaseMillis, long mark) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(renew)) {
            statement.setLong(1, leaseMillis);
            statement.setLong(2, mark);
            statement.setInt(3, held.number());
            statement.setString(4, claim);
            statement.setLong(5, held.epoch());
            if (statement.executeUpdate() == 1) {
                return true;
            }
        }
        // A row that says so already may be counted as not changed.
        Holder holder = holder(connection, held.number(), true);
        return holder != null && holder.claim.equals(claim) && holder.epoch == held.epoch();
    }

    private boolean lockUnlessLocked(Connection connection, int shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(unlocked)) {
            statement.setInt(1, shard);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** The part as it is now, locked; null when it is another's. */
    @Nullable Shard reread(Connection connection, int shard, String claim) throws SQLException {
        return heldBy(claim, connection, shard, true);
    }

    private @Nullable Shard heldBy(String claim, Connection connection, int shard, boolean locked) throws SQLException {
        Holder holder = holder(connection, shard, locked);
        return holder == null || !holder.claim.equals(claim)
                ? null
                : new Shard(shard, holder.mark, holder.epoch, parkedLanes(connection, shard));
    }

    private @Nullable Holder holder(Connection connection, int shard, boolean locked) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(locked ? lock : look)) {
            statement.setInt(1, shard);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new Holder(row.getString(1), row.getLong(2), row.getLong(3)) : null;
            }
        }
    }

    private Set<Long> parkedLanes(Connection connection, int shard) throws SQLException {
        Set<Long> lanes = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(parkedLanes)) {
            statement.setInt(1, shard);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    lanes.add(row.getLong(1));
                }
            }
        }
        return lanes;
    }

    /** Tells the holder, whoever it is, that something waits from this sequence on; locks the part. */
    void touch(Connection connection, int shard, long from) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(touch)) {
            statement.setLong(1, from);
            statement.setLong(2, from);
            statement.setInt(3, shard);
            statement.executeUpdate();
        }
    }

    /** Gives the part back. */
    void release(Connection connection, int shard, String claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(release)) {
            statement.setInt(1, shard);
            statement.setString(2, claim);
            statement.executeUpdate();
        }
    }

    /** Lowers the marks that something waits below, as far as nobody has them locked. */
    int sweep(Connection connection) throws SQLException {
        List<long[]> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(late);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                long first = row.getLong(2);
                if (!row.wasNull()) {
                    found.add(new long[] {row.getLong(1), first});
                }
            }
        }
        for (long[] each : found) {
            if (!lockUnlessLocked(connection, (int) each[0])) {
                continue;
            }
            try (PreparedStatement statement = connection.prepareStatement(lower)) {
                statement.setLong(1, each[1]);
                statement.setLong(2, each[0]);
                statement.setLong(3, each[1]);
                statement.executeUpdate();
            }
        }
        return found.size();
    }

    private record Holder(String claim, long mark, long epoch) {}
}
