package io.yici.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A relay by hand: rows claimed with SKIP LOCKED, sent, deleted in one statement, committed. Keeps no order. */
final class HandWrittenOutbox implements Drain {
    static final int BATCH = 500;
    static final String BODY = "{\"orderNo\":\"20261129-0042\",\"sku\":\"SKU-1\",\"quantity\":1,\"points\":10}";

    private final DataSource dataSource;
    private long sent;

    HandWrittenOutbox(DataSource dataSource) throws SQLException {
        this.dataSource = dataSource;
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table outbox_by_hand (seq bigint generated always as identity primary key,"
                    + " message_id varchar(64) not null unique, destination varchar(255) not null, ordering_key"
                    + " varchar(255), headers text, payload bytea not null, created_at bigint not null)");
        }
    }

    @Override
    public String name() {
        return "by hand, skip locked";
    }

    @Override
    public int turn() {
        return 20_000;
    }

    @Override
    public void fill(int messages) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "insert into outbox_by_hand (message_id, destination, ordering_key, payload, created_at) select"
                            + " gen_random_uuid()::text, 'orders', 'order-' || n, convert_to('" + BODY
                            + "', 'UTF8'), 1 from generate_series(1, " + messages + ") n");
        }
    }

    @Override
    public void empty() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                while (relay(connection)) {
                    connection.commit();
                }
                connection.commit();
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private boolean relay(Connection connection) throws SQLException {
        List<Long> done = new ArrayList<>();
        try (PreparedStatement claim = connection.prepareStatement(
                        "select seq, message_id, destination, ordering_key, headers, payload, created_at from"
                                + " outbox_by_hand order by seq limit " + BATCH + " for update skip locked");
                ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                send(rows.getString(2), rows.getString(3), rows.getString(4), rows.getBytes(6));
                done.add(rows.getLong(1));
            }
        }
        if (done.isEmpty()) {
            return false;
        }
        try (PreparedStatement delete = connection.prepareStatement("delete from outbox_by_hand where seq = any (?)")) {
            delete.setArray(1, connection.createArrayOf("bigint", done.toArray()));
            return delete.executeUpdate() == done.size();
        }
    }

    private void send(String id, String destination, String key, byte[] payload) {
        sent += id.length() + destination.length() + key.length() + payload.length;
    }
}
