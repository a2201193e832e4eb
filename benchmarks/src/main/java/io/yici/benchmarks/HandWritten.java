package io.yici.benchmarks;

import io.yici.benchmarks.Market.Receipt;
import io.yici.benchmarks.Market.Request;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import tools.jackson.databind.json.JsonMapper;

/** The same things by hand, with as little as will do: what a careful team would write for one operation. */
final class HandWritten {
    private static final String NOW = "cast(extract(epoch from statement_timestamp()) * 1000 as bigint)";
    private static final String CLAIM =
            "insert into by_hand (id, caller, operation, idempotency_key, fingerprint, state,"
                    + " attempt, created_at, answers_until, refuses_until) select ?, ?, ?, ?, ?, 'started', ?, " + NOW
                    + ", " + NOW
                    + " + 604800000, " + NOW
                    + " + 3196800000 where pg_try_advisory_xact_lock(?) on conflict (id) do nothing";
    private static final String FINISH =
            "update by_hand set state = 'finished', result = ?, finished_at = " + NOW + " where id = ? and attempt = ?";
    private static final String READ =
            "select fingerprint, state, result, answers_until, " + NOW + " from by_hand where id = ?";

    private final JsonMapper json = new JsonMapper();
    private final DataSource dataSource;

    HandWritten(DataSource dataSource) throws SQLException {
        this.dataSource = dataSource;
        try (Connection connection = dataSource.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create table by_hand (id bytea primary key, caller varchar(255) not null, operation"
                    + " varchar(128) not null, idempotency_key varchar(255) not null, fingerprint bytea, state varchar(16)"
                    + " not null, attempt varchar(32) not null, result bytea, created_at bigint not null, finished_at"
                    + " bigint, answers_until bigint not null, refuses_until bigint not null)");
            statement.execute("create index by_hand_due on by_hand (answers_until)");
        }
    }

    /** The business alone, unprotected. */
    void bare(Request request) throws SQLException {
        inTransaction(connection -> Market.place(connection, request));
    }

    /** Claim, business and result in one transaction. */
    void oneCommit(String key, Request request) throws Exception {
        byte[] id = id(key);
        String attempt = UUID.randomUUID().toString().replace("-", "");
        inTransaction(connection -> {
            if (!claim(connection, id, key, attempt, request)) {
                throw new IllegalStateException("a fresh key was not fresh");
            }
            Receipt receipt = Market.place(connection, request);
            finish(connection, id, attempt, receipt);
            return receipt;
        });
    }

    /** Claim, business and result each committed, as most tools do. */
    void threeCommits(String key, Request request) throws Exception {
        byte[] id = id(key);
        String attempt = UUID.randomUUID().toString().replace("-", "");
        inTransaction(connection -> claim(connection, id, key, attempt, request));
        Receipt receipt = inTransaction(connection -> Market.place(connection, request));
        inTransaction(connection -> {
            finish(connection, id, attempt, receipt);
            return receipt;
        });
    }

    /** One look-up by primary key and the answer read from it. */
    Receipt replay(String key, Request request) throws Exception {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement read = connection.prepareStatement(READ)) {
            read.setBytes(1, id(key));
            try (ResultSet row = read.executeQuery()) {
                if (!row.next()
                        || !MessageDigest.isEqual(row.getBytes(1), fingerprint(request))
                        || !row.getString(2).equals("finished")
                        || row.getLong(4) <= row.getLong(5)) {
                    throw new IllegalStateException("not replayable");
                }
                return json.readValue(row.getBytes(3), Receipt.class);
            }
        }
    }

    private boolean claim(Connection connection, byte[] id, String key, String attempt, Request request)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(CLAIM)) {
            insert.setBytes(1, id);
            insert.setString(2, "merchant-42");
            insert.setString(3, "order.create");
            insert.setString(4, key);
            insert.setBytes(5, fingerprint(request));
            insert.setString(6, attempt);
            insert.setLong(7, java.nio.ByteBuffer.wrap(id).getLong());
            return insert.executeUpdate() == 1;
        }
    }

    private void finish(Connection connection, byte[] id, String attempt, Receipt receipt) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(FINISH)) {
            update.setBytes(1, json.writeValueAsBytes(receipt));
            update.setBytes(2, id);
            update.setString(3, attempt);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("the claim is gone");
            }
        }
    }

    private byte[] fingerprint(Request request) {
        return sha256(json.writeValueAsBytes(request));
    }

    private static byte[] id(String key) {
        return sha256(("merchant-42|order.create|" + key).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private interface Steps<T> {
        T run(Connection connection) throws SQLException;
    }

    private <T> T inTransaction(Steps<T> steps) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = steps.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
