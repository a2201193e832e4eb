package io.yici.example.orders;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code orders}. */
@Repository
public class Orders {
    private static final String SELECT = "SELECT order_no, sku, quantity, amount_cents, created_at FROM orders";

    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One order of this buyer; another buyer's order is not found. */
    public Optional<Order> find(String buyer, String orderNo) {
        return jdbc.sql(SELECT + " WHERE buyer = ? AND order_no = ?")
                .params(buyer, orderNo)
                .query(Orders::order)
                .optional();
    }

    /** The latest hundred orders of this buyer, newest first. */
    public List<Order> latestOf(String buyer) {
        return jdbc.sql(SELECT + " WHERE buyer = ? ORDER BY created_at DESC, order_no DESC LIMIT 100")
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
                        order.amount().unscaledValue().longValueExact(),
                        order.createdAt().toEpochMilli())
                .update();
    }

    private static Order order(ResultSet row, int rowNumber) throws SQLException {
        return new Order(
                row.getString("order_no"),
                row.getString("sku"),
                row.getInt("quantity"),
                BigDecimal.valueOf(row.getLong("amount_cents"), 2),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }
}
