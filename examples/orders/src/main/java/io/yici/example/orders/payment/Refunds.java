package io.yici.example.orders.payment;

import io.yici.example.orders.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code refund}. */
@Repository
public class Refunds {
    private final JdbcClient jdbc;

    Refunds(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The refunds of this buyer's order, oldest first. */
    public List<Refund> of(String buyer, String orderNo) {
        return jdbc.sql("SELECT r.* FROM refund r JOIN orders o ON o.order_no = r.order_no"
                        + " WHERE o.buyer = ? AND o.order_no = ? ORDER BY r.created_at, r.refund_no")
                .params(buyer, orderNo)
                .query(Refunds::refund)
                .list();
    }

    void begin(String refundNo, String orderNo, long cents, String why) {
        jdbc.sql("INSERT INTO refund (refund_no, order_no, amount_cents, status, why, created_at)"
                        + " VALUES (?, ?, ?, 'SETTLING', ?, ?)")
                .params(refundNo, orderNo, cents, why, Instant.now().toEpochMilli())
                .update();
    }

    boolean isFor(String refundNo, String why) {
        return jdbc.sql("SELECT why FROM refund WHERE refund_no = ?")
                .param(refundNo)
                .query(String.class)
                .single()
                .equals(why);
    }

    void done(String refundNo) {
        requireOne(
                refundNo,
                jdbc.sql("UPDATE refund SET status = 'DONE', settled_at = ?"
                                + " WHERE refund_no = ? AND status = 'SETTLING'")
                        .params(Instant.now().toEpochMilli(), refundNo)
                        .update());
    }

    void failed(String refundNo, String reason) {
        requireOne(
                refundNo,
                jdbc.sql("UPDATE refund SET status = 'FAILED', reason = ?, settled_at = ?"
                                + " WHERE refund_no = ? AND status = 'SETTLING'")
                        .params(Reasons.shortened(reason), Instant.now().toEpochMilli(), refundNo)
                        .update());
    }

    /** A refund is concluded once; a second conclusion is a fault, and undoes whatever came with it. */
    private static void requireOne(String refundNo, int rows) {
        if (rows != 1) {
            throw new IllegalStateException("refund " + refundNo + " is not settling: " + rows + " rows were updated");
        }
    }

    private static Refund refund(ResultSet row, int rowNumber) throws SQLException {
        return new Refund(
                row.getString("refund_no"),
                row.getString("order_no"),
                Money.ofCents(row.getLong("amount_cents")),
                RefundStatus.valueOf(row.getString("status")),
                row.getString("why"),
                row.getString("reason"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
