package io.yici.jdbc;

import io.yici.OperationId;
import io.yici.store.NewParked;
import io.yici.store.ParkedMark;
import io.yici.store.ParkedProgress;
import io.yici.store.ParkedState;
import io.yici.store.StoredParked;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements on the table of messages that are tried or parked, prepared as text once. Thread-safe. */
final class ParkedTable {
    private static final Map<String, ParkedState> STATES = Arrays.stream(ParkedState.values())
            .filter(state -> state != ParkedState.UNREADABLE)
            .collect(Collectors.toUnmodifiableMap(ParkedTable::stored, Function.identity()));

    private static final String COLUMNS =
            "entry, id, record_id, operation, caller, message_key, lane, envelope, payload,"
                    + " sent_at, state, tries, reason, first_at, last_try_at";

    private static final String OF_SUBSCRIPTION = " WHERE operation = ? AND caller = ?";

    private final String any;
    private final String inLanes;
    private final String insert;
    private final String find;
    private final String lock;
    private final String lockFree;
    private final String change;
    private final String remove;
    private final String next;
    private final String promote;
    private final String orphans;
    private final String released;
    private final String kept;
    private final String behind;

    ParkedTable(Dialect dialect, TableNames names) {
        Function<String, String> text = statement -> names.in(statement).replace("{now}", dialect.now());
        String select = "SELECT " + COLUMNS + ", {now} FROM {parked}";
        this.any = text.apply("SELECT 1 FROM {parked}" + OF_SUBSCRIPTION + " LIMIT 1");
        this.inLanes = text.apply("SELECT entry, id, lane, state FROM {parked} WHERE lane IN ({lanes}) ORDER BY entry");
        this.insert = text.apply("INSERT INTO {parked} (id, record_id, operation, caller, message_key, lane,"
                + " ordering_key, topic, envelope, payload, sent_at, state, tries, reason, keep_until, first_at,"
                + " last_try_at, next_try_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {now} + ?, {now}, {now}, {now})");
        this.find = text.apply(select + " WHERE id = ?");
        this.lock = find + (dialect.isSqlite() ? "" : " FOR UPDATE");
        this.lockFree = find + (dialect.isSqlite() ? "" : " FOR UPDATE SKIP LOCKED");
        this.change = text.apply("UPDATE {parked} SET state = ?, tries = ?, reason = ?, next_try_at = {now} + ?,"
                + " last_try_at = CASE WHEN ? = 1 THEN {now} ELSE last_try_at END"
                + " WHERE entry = ? AND state = ? AND tries = ?");
        this.remove = text.apply("DELETE FROM {parked} WHERE entry = ?");
        this.next = text.apply(
                "SELECT entry, state FROM {parked} WHERE lane = ? AND state <> 'trying'" + " ORDER BY entry LIMIT 1");
        this.promote = text.apply(
                "UPDATE {parked} SET state = 'released', next_try_at = {now} WHERE entry = ? AND state = 'behind'");
        this.orphans = text.apply("SELECT DISTINCT lane FROM {parked} AS waiting" + OF_SUBSCRIPTION
                + " AND state = 'behind' AND NOT EXISTS (SELECT 1 FROM {parked} AS head"
                + " WHERE head.lane = waiting.lane AND head.state IN ('parked', 'released'))");
        this.released = text.apply(
                select + OF_SUBSCRIPTION + " AND state = 'released' AND next_try_at <= {now} ORDER BY entry LIMIT ?");
        this.kept = text.apply(select + OF_SUBSCRIPTION + " AND state <> 'trying' ORDER BY entry LIMIT ?");
        this.behind = text.apply("SELECT COUNT(*) FROM {parked} WHERE lane = ? AND entry > ? AND state = 'behind'");
    }

    /** Whether there is any of this subscription. */
    boolean any(Connection connection, String operation, String caller) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(any)) {
            statement.setString(1, operation);
            statement.setString(2, caller);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** What is in these lanes. */
    List<ParkedMark> inLanes(Connection connection, Collection<byte[]> lanes) throws SQLException {
        List<ParkedMark> marks = new ArrayList<>();
        String sql = inLanes.replace("{lanes}", FinishedClaims.marks(lanes.size()));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int place = 1;
            for (byte[] lane : lanes) {
                statement.setBytes(place++, lane);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    marks.add(
                            new ParkedMark(row.getLong(1), row.getBytes(2), row.getBytes(3), state(row.getString(4))));
                }
            }
        }
        return marks;
    }

    /** Inserts one. */
    void insert(Connection connection, NewParked message) throws SQLException {
        OperationId record = message.record();
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setBytes(1, message.id());
            RecordTable.setBytes(statement, 2, record == null ? null : record.bytes());
            statement.setString(3, message.operation());
            statement.setString(4, message.caller());
            statement.setString(5, message.key());
            statement.setBytes(6, message.lane());
            statement.setString(7, message.orderingKey());
            statement.setString(8, message.topic());
            statement.setBytes(9, message.envelope());
            statement.setBytes(10, message.payload());
            if (message.sentAt() < 0) {
                statement.setNull(11, Types.BIGINT);
            } else {
                statement.setLong(11, message.sentAt());
            }
            statement.setString(12, stored(message.state()));
            statement.setInt(13, message.tries());
            statement.setString(14, message.reason());
            statement.setLong(15, Math.min(message.keepMillis(), RecordTable.LONGEST));
            statement.executeUpdate();
        }
    }

    /** Reads one as the transaction sees it. */
    @Nullable StoredParked find(Connection connection, byte[] id) throws SQLException {
        return one(connection, find, id);
    }

    /** Reads and locks one as it is committed now. */
    @Nullable StoredParked lock(Connection connection, byte[] id) throws SQLException {
        return one(connection, lock, id);
    }

    /** It is there, and cannot be locked. */
    boolean isTaken(Connection connection, byte[] id) throws SQLException {
        return one(connection, lockFree, id) == null && one(connection, find, id) != null;
    }

    private static @Nullable StoredParked one(Connection connection, String sql, byte[] id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, id);
            List<StoredParked> found = all(statement);
            return found.isEmpty() ? null : found.get(0);
        }
    }

    /** Writes what has changed, if nobody else has changed it. */
    boolean change(Connection connection, StoredParked seen, ParkedProgress progress, long delayMillis, boolean tried)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(change)) {
            statement.setString(1, stored(progress.state()));
            statement.setInt(2, progress.tries());
            statement.setString(3, progress.reason());
            statement.setLong(4, delayMillis);
            statement.setInt(5, tried ? 1 : 0);
            statement.setLong(6, seen.entry());
            statement.setString(7, stored(seen.state()));
            statement.setInt(8, seen.progress().tries());
            return statement.executeUpdate() == 1;
        }
    }

    /** Deletes one. */
    boolean remove(Connection connection, long entry) throws SQLException {
        return changeOne(connection, remove, entry);
    }

    /** Releases the first of a lane, when it waits behind another. */
    void promote(Connection connection, byte[] lane) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(next)) {
            statement.setBytes(1, lane);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() && state(row.getString(2)) == ParkedState.BEHIND) {
                    changeOne(connection, promote, row.getLong(1));
                }
            }
        }
    }

    private static boolean changeOne(Connection connection, String sql, long entry) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, entry);
            return statement.executeUpdate() == 1;
        }
    }

    /** The lanes of this subscription in which only waiting ones are left. */
    List<byte[]> orphans(Connection connection, String operation, String caller) throws SQLException {
        List<byte[]> lanes = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(orphans)) {
            statement.setString(1, operation);
            statement.setString(2, caller);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    lanes.add(row.getBytes(1));
                }
            }
        }
        return lanes;
    }

    /** Reads those to be run now. */
    List<StoredParked> released(Connection connection, String operation, String caller, int limit) throws SQLException {
        return listed(connection, released, operation, caller, limit);
    }

    /** Reads those that are kept. */
    List<StoredParked> kept(Connection connection, String operation, String caller, int limit) throws SQLException {
        return listed(connection, kept, operation, caller, limit);
    }

    /** Counts those that wait behind this one. */
    long behind(Connection connection, StoredParked first) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(behind)) {
            statement.setBytes(1, first.lane());
            statement.setLong(2, first.entry());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static List<StoredParked> listed(
            Connection connection, String sql, String operation, String caller, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, operation);
            statement.setString(2, caller);
            statement.setInt(3, limit);
            return all(statement);
        }
    }

    private static List<StoredParked> all(PreparedStatement statement) throws SQLException {
        List<StoredParked> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(messageIn(row));
            }
        }
        return found;
    }

    private static StoredParked messageIn(ResultSet row) throws SQLException {
        byte[] record = row.getBytes(3);
        long sentAt = row.getLong(10);
        boolean sentAtKnown = !row.wasNull();
        return new StoredParked(
                row.getLong(1),
                row.getBytes(2),
                record == null ? null : OperationId.ofBytes(record),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getBytes(7),
                row.getBytes(8),
                row.getBytes(9),
                sentAtKnown ? sentAt : -1,
                new ParkedProgress(state(row.getString(11)), row.getInt(12), row.getString(13)),
                row.getLong(14),
                row.getLong(15),
                row.getLong(16));
    }

    private static ParkedState state(String stored) {
        return STATES.getOrDefault(stored, ParkedState.UNREADABLE);
    }

    /** A state as it is stored. */
    static String stored(ParkedState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
