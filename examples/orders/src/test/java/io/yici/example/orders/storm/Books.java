package io.yici.example.orders.storm;

import io.yici.example.gateway.Charge;
import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.Refund;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The shop's books, read from its tables, and the gateway's ledger, as they stood at one moment after everything was
 * still.
 */
record Books(
        List<OrderRow> orders,
        List<PaymentRow> payments,
        List<RefundRow> refunds,
        Map<String, Integer> stock,
        List<Charge> charges,
        List<Refund> givenBack) {

    record OrderRow(
            String orderNo, String sku, int quantity, long amount, String status, long captured, long refunded) {}

    record PaymentRow(
            String paymentNo,
            String orderNo,
            long amount,
            String status,
            @Nullable String chargeId) {}

    record RefundRow(String refundNo, String orderNo, long amount, String status) {}

    static Books read(DataSource shop, Gateway gateway) throws SQLException {
        try (Connection connection = shop.getConnection()) {
            return new Books(
                    rows(
                            connection,
                            "SELECT * FROM orders ORDER BY order_no",
                            row -> new OrderRow(
                                    row.getString("order_no"),
                                    row.getString("sku"),
                                    row.getInt("quantity"),
                                    row.getLong("amount_cents"),
                                    row.getString("status"),
                                    row.getLong("captured_cents"),
                                    row.getLong("refunded_cents"))),
                    rows(
                            connection,
                            "SELECT * FROM payment",
                            row -> new PaymentRow(
                                    row.getString("payment_no"),
                                    row.getString("order_no"),
                                    row.getLong("amount_cents"),
                                    row.getString("status"),
                                    row.getString("charge_id"))),
                    rows(
                            connection,
                            "SELECT * FROM refund",
                            row -> new RefundRow(
                                    row.getString("refund_no"),
                                    row.getString("order_no"),
                                    row.getLong("amount_cents"),
                                    row.getString("status"))),
                    stock(connection),
                    gateway.charges(),
                    gateway.refunds());
        }
    }

    static Map<String, Integer> stock(DataSource shop) throws SQLException {
        try (Connection connection = shop.getConnection()) {
            return stock(connection);
        }
    }

    /** What is not settled yet, one line each. */
    static List<String> open(DataSource shop, Gateway gateway) throws SQLException {
        List<String> open = new ArrayList<>();
        try (Connection connection = shop.getConnection()) {
            open.addAll(rows(
                    connection,
                    "SELECT * FROM payment WHERE status = 'SETTLING'",
                    row -> "payment " + row.getString("payment_no") + " of " + row.getString("order_no")));
            open.addAll(rows(
                    connection,
                    "SELECT * FROM refund WHERE status = 'SETTLING'",
                    row -> "refund " + row.getString("refund_no") + " of " + row.getString("order_no")));
            open.addAll(rows(
                    connection,
                    "SELECT * FROM yici_step WHERE state NOT IN ('done', 'failed')",
                    row -> "step " + row.getString("step_key") + " of " + row.getString("operation") + " is "
                            + row.getString("state") + ": " + row.getString("reason")));
        }
        if (gateway.undeliveredEvents() > 0) {
            open.add(gateway.undeliveredEvents() + " events are not accepted");
        }
        return open;
    }

    /** The records whose outcome is not known, one line each. */
    static List<String> unknown(DataSource shop) throws SQLException {
        try (Connection connection = shop.getConnection()) {
            return rows(
                    connection,
                    "SELECT * FROM yici_record WHERE state IN ('started', 'unresolved')",
                    row -> row.getString("operation") + " under " + row.getString("idempotency_key") + " is "
                            + row.getString("state"));
        }
    }

    private static Map<String, Integer> stock(Connection connection) throws SQLException {
        Map<String, Integer> stock = new HashMap<>();
        rows(
                connection,
                "SELECT * FROM product",
                row -> stock.put(row.getString("sku"), row.getInt("quantity")) == null);
        return stock;
    }

    private static <T> List<T> rows(Connection connection, String sql, Row<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return rows;
    }

    private interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }
}
