package io.yici.jdbc;

import io.yici.store.MessageFailure;
import io.yici.store.NewMessage;
import io.yici.store.OutboxMessage;
import io.yici.store.OutboxRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The statements on the messages of the outbox, prepared as text once. Thread-safe. */
final class OutboxTable {
    private static final String COLUMNS =
            "seq, message_id, shard, lane, destination, ordering_key, content_type, headers,"
                    + " payload, tries, reason, created_at, last_try_at, next_try_at - {now}";

    private final boolean duplicatesFail;
    private final String insert;
    private final String peek;
    private final String find;
    private final String read;
    private final String earlier;
    private final String delete;
    private final String sent;
    private final String failed;
    private final String hold;
    private final String parked;
    private final String findParked;
    private final String lockParked;
    private final String behind;
    private final String requeue;
    private final String free;
    private final String deleteOne;
    private final String kept;

    OutboxTable(Dialect dialect, TableNames names) {
        UnaryOperator<String> text = each -> names.in(each).replace("{now}", dialect.now());
        String plain =
                "INSERT INTO {outbox} (message_id, shard, lane, destination, ordering_key, content_type, headers,"
                        + " payload, state, tries, created_at, next_try_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, {now}, 0)";
        this.duplicatesFail = dialect.orNothing().isEmpty();
        this.insert = text.apply(plain + dialect.orNothing().replace("{unique}", "message_id"));
        String select = "SELECT " + COLUMNS + " FROM {outbox}";
        this.peek = text.apply(select + " WHERE message_id = ?");
        this.find = peek + dialect.texts().current();
        this.read = text.apply(select + " WHERE shard = ? AND state = 'waiting' AND seq >= ?{lanes}{destinations}"
                + " ORDER BY seq LIMIT ?");
        this.earlier = text.apply(
                "SELECT seq FROM {outbox} WHERE lane IN ({numbers}) AND state = 'waiting' AND seq < ? LIMIT ?");
        this.delete = text.apply("DELETE FROM {outbox} WHERE seq IN ({numbers})");
        this.sent = text.apply("UPDATE {outbox} SET state = 'sent', keep_until = {now} + ? WHERE seq IN ({numbers})");
        this.failed = text.apply("UPDATE {outbox} SET state = ?, tries = ?, reason = ?, last_try_at = {now},"
                + " next_try_at = {now} + ? WHERE seq = ? AND state = 'waiting'");
        this.hold = text.apply("UPDATE {outbox} SET state = 'held' WHERE state = 'waiting' AND seq IN ({numbers})");
        this.parked = text.apply(select + " WHERE state = 'parked' AND shard = ? ORDER BY seq LIMIT ?");
        this.findParked = text.apply(select + " WHERE message_id = ? AND state = 'parked'");
        this.lockParked = findParked + dialect.texts().exclusive();
        this.behind = text.apply("SELECT COUNT(*) FROM {outbox} WHERE shard = ? AND state = 'held' AND lane = ?");
        this.requeue = text.apply(
                "UPDATE {outbox} SET state = 'waiting', tries = 0, next_try_at = 0 WHERE seq = ? AND state = 'parked'");
        this.free = text.apply("UPDATE {outbox} SET state = 'waiting' WHERE shard = ? AND state = 'held' AND lane = ?");
        this.kept = text.apply("SELECT seq FROM {outbox} WHERE shard = ? AND state = 'sent' AND keep_until <= {now}"
                + " ORDER BY seq LIMIT ?" + dialect.tidying().passing());
        this.deleteOne = text.apply("DELETE FROM {outbox} WHERE seq = ? AND state = 'parked'");
    }

    /** Inserts one; false when there is one of this id. */
    boolean insert(Connection connection, NewMessage message) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, message.messageId());
            statement.setInt(2, message.shard());
            if (message.lane() == null) {
                statement.setNull(3, Types.BIGINT);
            } else {
                statement.setLong(3, message.lane());
            }
            statement.setString(4, message.destination());
            statement.setString(5, message.orderingKey());
            statement.setString(6, message.contentType());
            RecordTable.setBytes(statement, 7, message.headers());
            statement.setBytes(8, message.payload());
            return statement.executeUpdate() == 1;
        } catch (SQLException error) {
            if (!duplicatesFail || !isDuplicate(error) || find(connection, message.messageId()) == null) {
                throw error;
            }
            return false;
        }
    }

    private static boolean isDuplicate(SQLException error) {
        return error.getSQLState() != null && error.getSQLState().startsWith("23");
    }

    /** Reads one as the transaction sees it; takes no locks. */
    @Nullable OutboxMessage peek(Connection connection, String messageId) throws SQLException {
        return byId(connection, peek, messageId);
    }

    /** Reads one as it is committed now. */
    @Nullable OutboxMessage find(Connection connection, String messageId) throws SQLException {
        return byId(connection, find, messageId);
    }

    /** Reads one that is parked, as the transaction sees it. */
    @Nullable OutboxMessage findParked(Connection connection, String messageId) throws SQLException {
        return byId(connection, findParked, messageId);
    }

    /** Reads and locks one that is parked. */
    @Nullable OutboxMessage lockParked(Connection connection, String messageId) throws SQLException {
        return byId(connection, lockParked, messageId);
    }

    private static @Nullable OutboxMessage byId(Connection connection, String sql, String messageId)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, messageId);
            List<OutboxMessage> found = all(statement);
            return found.isEmpty() ? null : found.get(0);
        }
    }

    /** Reads what waits. */
    List<OutboxMessage> read(
            Connection connection,
            int shard,
            long from,
            int limit,
            Collection<Long> notLanes,
            Collection<String> notDestinations)
            throws SQLException {
        String sql = read.replace(
                        "{lanes}",
                        notLanes.isEmpty()
                                ? ""
                                : " AND (lane IS NULL OR lane NOT IN (" + FinishedClaims.marks(notLanes.size()) + "))")
                .replace(
                        "{destinations}",
                        notDestinations.isEmpty()
                                ? ""
                                : " AND destination NOT IN (" + FinishedClaims.marks(notDestinations.size()) + ")");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int place = 1;
            statement.setInt(place++, shard);
            statement.setLong(place++, from);
            for (long lane : notLanes) {
                statement.setLong(place++, lane);
            }
            for (String destination : notDestinations) {
                statement.setString(place++, destination);
            }
            statement.setInt(place, limit);
            return all(statement);
        }
    }

    /** Reads which wait in lanes below a sequence. */
    List<Long> earlier(Connection connection, Collection<Long> lanes, long before, int limit) throws SQLException {
        List<Long> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(in(earlier, lanes))) {
            int place = setAll(statement, 1, lanes);
            statement.setLong(place, before);
            statement.setInt(place + 1, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getLong(1));
                }
            }
        }
        return found;
    }

    /** Takes out what was delivered. */
    void delivered(Connection connection, Collection<Long> sequences, long keepMillis) throws SQLException {
        if (keepMillis == 0) {
            change(connection, delete, 1, sequences);
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(in(sent, sequences))) {
            statement.setLong(1, Math.min(keepMillis, RecordTable.LONGEST));
            setAll(statement, 2, sequences);
            statement.executeUpdate();
        }
    }

    /** Writes down a failure. */
    void failed(Connection connection, MessageFailure failure) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(failed)) {
            statement.setString(1, failure.parks() ? "parked" : "waiting");
            statement.setInt(2, failure.tries());
            statement.setString(3, failure.reason());
            statement.setLong(4, failure.waitMillis());
            statement.setLong(5, failure.sequence());
            statement.executeUpdate();
        }
    }

    /** Lets these wait for the first of their lane. */
    void hold(Connection connection, Collection<Long> sequences) throws SQLException {
        change(connection, hold, 1, sequences);
    }

    /** Reads those of a part that wait for a person. */
    List<OutboxMessage> parked(Connection connection, int shard, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(parked)) {
            statement.setInt(1, shard);
            statement.setInt(2, limit);
            return all(statement);
        }
    }

    /** Counts those that wait for the first of a lane. */
    long behind(Connection connection, int shard, long lane) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(behind)) {
            statement.setInt(1, shard);
            statement.setLong(2, lane);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Lets a parked one wait to be sent again. */
    void requeue(Connection connection, long sequence) throws SQLException {
        changeOne(connection, requeue, sequence);
    }

    /** Deletes a parked one. */
    void remove(Connection connection, long sequence) throws SQLException {
        changeOne(connection, deleteOne, sequence);
    }

    /** Lets all that were held in a lane be sent. */
    void free(Connection connection, int shard, long lane) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(free)) {
            statement.setInt(1, shard);
            statement.setLong(2, lane);
            statement.executeUpdate();
        }
    }

    /**
     * Deletes sent ones that were kept long enough, part by part as the index has them, at most {@code batch}.
     *
     * @return how many
     */
    int tidy(Connection connection, int batch) throws SQLException {
        List<Long> over = new ArrayList<>();
        for (int shard = 0; shard < OutboxRows.SHARDS && over.size() < batch; shard++) {
            try (PreparedStatement statement = connection.prepareStatement(kept)) {
                statement.setInt(1, shard);
                statement.setInt(2, batch - over.size());
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        over.add(row.getLong(1));
                    }
                }
            }
        }
        if (!over.isEmpty()) {
            change(connection, delete, 1, over);
        }
        return over.size();
    }

    private static void changeOne(Connection connection, String sql, long sequence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, sequence);
            statement.executeUpdate();
        }
    }

    private static void change(Connection connection, String sql, int first, Collection<Long> sequences)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(in(sql, sequences))) {
            setAll(statement, first, sequences);
            statement.executeUpdate();
        }
    }

    /** With places for the next power of two, so that there are few statements for a driver to keep. */
    private static String in(String sql, Collection<Long> numbers) {
        return sql.replace("{numbers}", FinishedClaims.marks(places(numbers)));
    }

    private static int places(Collection<Long> numbers) {
        return Math.max(Integer.highestOneBit(numbers.size() * 2 - 1), 1);
    }

    private static int setAll(PreparedStatement statement, int first, Collection<Long> numbers) throws SQLException {
        int place = first;
        long last = 0;
        for (long each : numbers) {
            last = each;
            statement.setLong(place++, each);
        }
        while (place < first + places(numbers)) {
            statement.setLong(place++, last);
        }
        return place;
    }

    private static List<OutboxMessage> all(PreparedStatement statement) throws SQLException {
        List<OutboxMessage> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(messageIn(row));
            }
        }
        return found;
    }

    private static OutboxMessage messageIn(ResultSet row) throws SQLException {
        long lane = row.getLong(4);
        boolean ordered = !row.wasNull();
        long lastTryAt = row.getLong(13);
        boolean tried = !row.wasNull();
        return new OutboxMessage(
                row.getLong(1),
                new NewMessage(
                        row.getString(2),
                        row.getInt(3),
                        ordered ? lane : null,
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getBytes(8),
                        row.getBytes(9)),
                row.getInt(10),
                row.getString(11),
                row.getLong(12),
                tried ? lastTryAt : null,
                row.getLong(14));
    }
}
