package io.yici.example.orders;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code orders}. Its states are moved by {@link OrderStates} alone. */
@Repository
public class Orders {
    private static final String SELECT = "SELECT o.order_no, o.sku, o.quantity, o.amount_cents, o.status,"
            + " o.captured_cents, o.refunded_cents, o.created_at, CASE"
            + " WHEN EXISTS (SELECT 1 FROM payment p WHERE p.order_no = o.order_no AND p.status = 'SETTLING') THEN 1"
            + " WHEN EXISTS (SELECT 1 FROM refund r WHERE r.order_no = o.order_no AND r.status = 'SETTLING') THEN 1"
            + " ELSE 0 END AS settling FROM orders o";

    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One order of this buyer; another buyer's order is not found. */
    public Optional<Order> find(String buyer, String orderNo) {
        return jdbc.sql(SELECT + " WHERE o.buyer = ? AND o.order_no = ?")
                .params(buyer, orderNo)
                .query(Orders::order)
                .optional();
    }

    /** The same where it has to be there. */
    public Order require(String buyer, String orderNo) {
        return find(buyer, orderNo).orElseThrow(() -> new NoSuchOrderException(orderNo));
    }

    /** The latest hundred orders of this buyer, newest first. */
    public List<Order> latestOf(String buyer) {
        return jdbc.sql(SELECT + " WHERE o.buyer = ? ORDER BY o.created_at DESC, o.order_no DESC LIMIT 100")
                .param(buyer)
                .query(Orders::order)
                .list();
    }

    void add(String buyer, Order order) {
        jdbc.sql("INSERT INTO orders (order_no, buyer, sku, quantity, amount_cents, created_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?)")
                .params(
                        order.orderNo(),
                        buyer,
                        order.sku(),
                        order.quantity(),
                        Money.cents(order.amount()),
                        order.createdAt().toEpochMilli())
                .update();
    }

    /** Books what the gateway has captured. */
    public void addCaptured(String orderNo, long cents) {
        int rows = jdbc.sql("UPDATE orders SET captured_cents = captured_cents + ? WHERE order_no = ?")
                .params(cents, orderNo)
                .update();
        requireOne(rows, orderNo);
    }

    /**
     * Sets a sum apart for a refund, in one statement, so that refunds at the same time never come to more than was
     * captured.
     *
     * @return false when there is less left; nothing was set apart then
     */
    public boolean reserveRefund(String orderNo, long cents) {
        return jdbc.sql("UPDATE orders SET refunded_cents = refunded_cents + ?"
                                + " WHERE order_no = ? AND refunded_cents + ? <= captured_cents")
                        .params(cents, orderNo, cents)
                        .update()
                == 1;
    }

    /** Gives a sum back that was set apart for a refund which failed. */
    public void releaseRefund(String orderNo, long cents) {
        int rows = jdbc.sql("UPDATE orders SET refunded_cents = refunded_cents - ? WHERE order_no = ?")
                .params(cents, orderNo)
                .update();
        requireOne(rows, orderNo);
    }

    private static void requireOne(int rows, String orderNo) {
        if (rows != 1) {
            throw new IllegalStateException("order " + orderNo + " is gone: " + rows + " rows were updated");
        }
    }

    private static Order order(ResultSet row, int rowNumber) throws SQLException {
        return new Order(
                row.getString("order_no"),
                row.getString("sku"),
                row.getInt("quantity"),
                Money.ofCents(row.getLong("amount_cents")),
                OrderStatus.valueOf(row.getString("status")),
                Money.ofCents(row.getLong("captured_cents")),
                Money.ofCents(row.getLong("refunded_cents")),
                row.getInt("settling") == 1,
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
