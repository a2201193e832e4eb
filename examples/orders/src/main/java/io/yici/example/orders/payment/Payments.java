package io.yici.example.orders.payment;

import io.yici.example.orders.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code payment}. */
@Repository
public class Payments {
    private final JdbcClient jdbc;

    Payments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The payments of this buyer's order, oldest first. */
    public List<Payment> of(String buyer, String orderNo) {
        return jdbc.sql("SELECT p.* FROM payment p JOIN orders o ON o.order_no = p.order_no"
                        + " WHERE o.buyer = ? AND o.order_no = ? ORDER BY p.created_at, p.payment_no")
                .params(buyer, orderNo)
                .query(Payments::payment)
                .list();
    }

    /** The gateway's number of the charge that paid an order. */
    Optional<String> chargeOf(String orderNo) {
        return jdbc.sql("SELECT charge_id FROM payment WHERE order_no = ? AND status = 'CAPTURED'")
                .param(orderNo)
                .query(String.class)
                .optional();
    }

    void begin(String paymentNo, String orderNo, String channel, long cents) {
        jdbc.sql("INSERT INTO payment (payment_no, order_no, channel, amount_cents, status, created_at)"
                        + " VALUES (?, ?, ?, ?, 'SETTLING', ?)")
                .params(paymentNo, orderNo, channel, cents, Instant.now().toEpochMilli())
                .update();
    }

    void captured(String paymentNo, String chargeId) {
        requireOne(
                paymentNo,
                jdbc.sql("UPDATE payment SET status = 'CAPTURED', charge_id = ?, settled_at = ?"
                                + " WHERE payment_no = ? AND status = 'SETTLING'")
                        .params(chargeId, Instant.now().toEpochMilli(), paymentNo)
                        .update());
    }

    void declined(String paymentNo, String reason) {
        requireOne(
                paymentNo,
                jdbc.sql("UPDATE payment SET status = 'DECLINED', reason = ?, settled_at = ?"
                                + " WHERE payment_no = ? AND status = 'SETTLING'")
                        .params(Reasons.shortened(reason), Instant.now().toEpochMilli(), paymentNo)
                        .update());
    }

    /** A payment is concluded once; a second conclusion is a fault, and undoes whatever came with it. */
    private static void requireOne(String paymentNo, int rows) {
        if (rows != 1) {
            throw new IllegalStateException(
                    "payment " + paymentNo + " is not settling: " + rows + " rows were updated");
        }
    }

    private static Payment payment(ResultSet row, int rowNumber) throws SQLException {
        return new Payment(
                row.getString("payment_no"),
                row.getString("order_no"),
                row.getString("channel"),
                Money.ofCents(row.getLong("amount_cents")),
                PaymentStatus.valueOf(row.getString("status")),
                row.getString("reason"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
