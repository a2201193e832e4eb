package io.yici.example.orders;

import io.yici.services.FreshDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What followed from orders, counted in the tables: here all services write to the one database. */
final class FollowUps {
    private final DataSource tables;

    FollowUps(FreshDatabase database) {
        this.tables = database.unpooled();
    }

    long shipments(String orderNo, String status) {
        return number("SELECT COUNT(*) FROM shipment WHERE order_no = '" + orderNo + "' AND status = '" + status + "'");
    }

    long balance(String buyer) {
        return number("SELECT balance FROM points_account WHERE buyer = '" + buyer + "'");
    }

    /** Nothing waits to be sent, for a person, or behind something that does. */
    boolean everythingHasArrived() {
        return number("SELECT COUNT(*) FROM yici_outbox") == 0 && number("SELECT COUNT(*) FROM yici_parked") == 0;
    }

    /** One shipment and one booking for each order, and what a buyer has is what was booked. */
    boolean agree() {
        return number("SELECT COUNT(*) FROM orders")
                        == number("SELECT COUNT(*) FROM orders o JOIN shipment s ON s.order_no = o.order_no"
                                + " JOIN points_booking p ON p.order_no = o.order_no AND p.buyer = o.buyer"
                                + " WHERE s.status = CASE o.status WHEN 'CANCELLED' THEN 'CANCELLED' ELSE 'OPEN' END"
                                + " AND p.status = CASE o.status WHEN 'CANCELLED' THEN 'TAKEN_BACK' ELSE 'BOOKED' END")
                && number("SELECT COUNT(*) FROM shipment") == number("SELECT COUNT(*) FROM orders")
                && number("SELECT COUNT(*) FROM points_booking") == number("SELECT COUNT(*) FROM orders")
                && number("SELECT COALESCE(SUM(balance), 0) FROM points_account")
                        == number("SELECT COALESCE(SUM(points), 0) FROM points_booking WHERE status = 'BOOKED'");
    }

    long number(String sql) {
        try (Connection connection = tables.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
