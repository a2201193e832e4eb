package io.yici.benchmarks;

import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;

/** An inbox by hand: what is there already is skipped, in the transaction of the effects. One consumer at a time. */
final class HandWrittenInbox {
    private static final String KEY_ONLY =
            "insert into inbox_keys (message_key, received_at) select k, %1$s from unnest(?) k on conflict do nothing returning message_key";
    private static final String WHOLE =
            "insert into inbox_by_hand (id, caller, operation, message_key, fingerprint, state, created_at, answers_until,"
                    + " refuses_until) select i, 'points', 'points.book', k, f, 'finished', %1$s, %1$s + 604800000,"
                    + " %1$s + 3196800000 from unnest(?, ?, ?) t (i, k, f) on conflict (id) do nothing returning message_key";
    private static final String NOW = "cast(extract(epoch from statement_timestamp()) * 1000 as bigint)";

    private final DataSource dataSource;

    HandWrittenInbox(DataSource dataSource) throws SQLException {
        this.dataSource = dataSource;
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table points (message_key varchar(64) not null, body bytea not null)");
            statement.execute("create table inbox_keys (message_key varchar(255) primary key, received_at bigint)");
            statement.execute(
                    "create table inbox_by_hand (id bytea primary key, caller varchar(255) not null, operation"
                            + " varchar(128) not null, message_key varchar(255) not null, fingerprint bytea, state varchar(16) not"
                            + " null, created_at bigint not null, answers_until bigint not null, refuses_until bigint not null)");
            statement.execute("create index inbox_by_hand_due on inbox_by_hand (answers_until)");
        }
    }

    /** Books what is new of it, in one transaction. */
    void takeIn(List<Received> messages, boolean whole) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                Set<String> fresh = whole ? claimWhole(connection, messages) : claim(connection, messages);
                book(
                        connection,
                        messages.stream()
                                .filter(message -> fresh.contains(key(message)))
                                .toList());
                connection.commit();
            } catch (SQLException | RuntimeException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    /** The business: a row a message, in one statement. */
    static void book(Connection connection, List<Received> messages) throws SQLException {
        if (messages.isEmpty()) {
            return;
        }
        try (PreparedStatement insert =
                connection.prepareStatement("insert into points (message_key, body) select * from unnest(?, ?)")) {
            insert.setArray(
                    1,
                    connection.createArrayOf(
                            "varchar",
                            messages.stream().map(HandWrittenInbox::key).toArray()));
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "bytea", messages.stream().map(Received::payload).toArray(byte[][]::new)));
            if (insert.executeUpdate() != messages.size()) {
                throw new IllegalStateException("not all were booked");
            }
        }
    }

    private static Set<String> claim(Connection connection, List<Received> messages) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(KEY_ONLY.formatted(NOW))) {
            insert.setArray(
                    1,
                    connection.createArrayOf(
                            "varchar",
                            messages.stream()
                                    .map(HandWrittenInbox::key)
                                    .sorted()
                                    .toArray()));
            return returned(insert);
        }
    }

    private static Set<String> claimWhole(Connection connection, List<Received> messages) throws SQLException {
        List<byte[]> ids = new ArrayList<>();
        List<byte[]> prints = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        messages.stream().sorted((one, other) -> key(one).compareTo(key(other))).forEach(message -> {
            ids.add(sha256(("points|points.book|" + key(message)).getBytes(StandardCharsets.UTF_8)));
            prints.add(sha256(message.payload()));
            keys.add(key(message));
        });
        try (PreparedStatement insert = connection.prepareStatement(WHOLE.formatted(NOW))) {
            insert.setArray(1, connection.createArrayOf("bytea", ids.toArray(byte[][]::new)));
            insert.setArray(2, connection.createArrayOf("varchar", keys.toArray()));
            insert.setArray(3, connection.createArrayOf("bytea", prints.toArray(byte[][]::new)));
            return returned(insert);
        }
    }

    private static Set<String> returned(PreparedStatement insert) throws SQLException {
        Set<String> fresh = new HashSet<>();
        try (ResultSet rows = insert.executeQuery()) {
            while (rows.next()) {
                fresh.add(rows.getString(1));
            }
        }
        return fresh;
    }

    private static String key(Received message) {
        return Objects.requireNonNull(message.header(MessageHeaders.MESSAGE_ID));
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
