package io.yici.example.fulfilment;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tables {@code points_booking}, one row for each order, and {@code points_account}, one for each buyer. */
final class Points {
    static final String BOOKED = "BOOKED";
    static final String TAKEN_BACK = "TAKEN_BACK";

    private final JdbcClient jdbc;

    Points(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void book(OrderEvent event, long points, String status) {
        jdbc.sql("INSERT INTO points_booking (order_no, buyer, points, status, created_at) VALUES (?, ?, ?, ?, ?)")
                .params(
                        event.orderNo(),
                        event.buyer(),
                        points,
                        status,
                        Instant.now().toEpochMilli())
                .update();
    }

    /** @return false when none are booked, or no longer */
    boolean takeBack(String orderNo) {
        return jdbc.sql("UPDATE points_booking SET status = ? WHERE order_no = ? AND status = ?")
                        .params(TAKEN_BACK, orderNo, BOOKED)
                        .update()
                == 1;
    }

    boolean isTakenBack(String orderNo) {
        return jdbc.sql("SELECT status FROM points_booking WHERE order_no = ?")
                .param(orderNo)
                .query(String.class)
                .list()
                .contains(TAKEN_BACK);
    }

    /** Adds to a balance. Two first bookings of a buyer at once collide, and the one that fails comes again. */
    void add(String buyer, long points) {
        int rows = jdbc.sql("UPDATE points_account SET balance = balance + ? WHERE buyer = ?")
                .params(points, buyer)
                .update();
        if (rows == 0) {
            jdbc.sql("INSERT INTO points_account (buyer, balance) VALUES (?, ?)")
                    .params(buyer, points)
                    .update();
        }
    }

    /** What a buyer has. */
    long balanceOf(String buyer) {
        return jdbc.sql("SELECT balance FROM points_account WHERE buyer = ?")
                .param(buyer)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /** The latest hundred bookings of a buyer, newest first. */
    List<Booking> latestOf(String buyer) {
        return jdbc.sql("SELECT order_no, points, status FROM points_booking WHERE buyer = ?"
                        + " ORDER BY created_at DESC, order_no DESC LIMIT 100")
                .param(buyer)
                .query((row, number) -> new Booking(
                        row.getString("order_no"),
                        row.getLong("points"),
                        row.getString("status").equals(TAKEN_BACK)))
                .list();
    }

    /** Points for an order. */
    record Booking(String orderNo, long points, boolean takenBack) {}
}
