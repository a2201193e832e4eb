package io.yici.example.orders.storm;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * The books of the two services, each in its own database, in the same words: whether each order stands or is
 * cancelled.
 */
record FollowUpBooks(
        Map<String, String> orders,
        Map<String, String> shipments,
        Map<String, String> bookings,
        long balance,
        long booked) {
    static FollowUpBooks read(DataSource shop, DataSource fulfilment) throws SQLException {
        return new FollowUpBooks(
                column(shop, "SELECT order_no, CASE status WHEN 'CANCELLED' THEN 'off' ELSE 'on' END FROM orders"),
                column(
                        fulfilment,
                        "SELECT order_no, CASE status WHEN 'CANCELLED' THEN 'off' ELSE 'on' END FROM shipment"),
                column(
                        fulfilment,
                        "SELECT order_no, CASE status WHEN 'TAKEN_BACK' THEN 'off' ELSE 'on' END FROM points_booking"),
                number(fulfilment, "SELECT COALESCE(SUM(balance), 0) FROM points_account"),
                number(fulfilment, "SELECT COALESCE(SUM(points), 0) FROM points_booking WHERE status = 'BOOKED'"));
    }

    /** One shipment and one booking for each order, and no more points than were booked. */
    boolean agree() {
        return orders.equals(shipments) && orders.equals(bookings) && balance == booked;
    }

    static long number(DataSource tables, String sql) throws SQLException {
        try (Connection connection = tables.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Map<String, String> column(DataSource tables, String sql) throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        try (Connection connection = tables.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.put(row.getString(1), row.getString(2));
            }
        }
        return rows;
    }
}
