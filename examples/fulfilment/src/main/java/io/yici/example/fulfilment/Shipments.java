package io.yici.example.fulfilment;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code shipment}. Its primary key is the order's number, so a second shipment of an order fails. */
final class Shipments {
    private final JdbcClient jdbc;

    Shipments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(OrderEvent event, ShipmentStatus status) {
        jdbc.sql("INSERT INTO shipment (order_no, buyer, sku, quantity, status, created_at) VALUES (?, ?, ?, ?, ?, ?)")
                .params(
                        event.orderNo(),
                        event.buyer(),
                        event.sku(),
                        event.quantity(),
                        status.name(),
                        Instant.now().toEpochMilli())
                .update();
    }

    /** @return false when there is none to call off */
    boolean callOff(String orderNo) {
        return moved(orderNo, ShipmentStatus.OPEN, ShipmentStatus.CANCELLED);
    }

    /** @return false when there is none to be sent */
    boolean ship(String orderNo) {
        return moved(orderNo, ShipmentStatus.OPEN, ShipmentStatus.SHIPPED);
    }

    boolean isKnown(String orderNo) {
        return !statusOf(orderNo).isEmpty();
    }

    boolean isCalledOff(String orderNo) {
        return statusOf(orderNo).contains(ShipmentStatus.CANCELLED.name());
    }

    /** The latest hundred of a buyer, newest first. */
    List<Shipment> latestOf(String buyer) {
        return jdbc.sql("SELECT order_no, sku, quantity, status, created_at FROM shipment WHERE buyer = ?"
                        + " ORDER BY created_at DESC, order_no DESC LIMIT 100")
                .param(buyer)
                .query((row, number) -> new Shipment(
                        row.getString("order_no"),
                        row.getString("sku"),
                        row.getInt("quantity"),
                        ShipmentStatus.valueOf(row.getString("status")),
                        Instant.ofEpochMilli(row.getLong("created_at"))))
                .list();
    }

    private boolean moved(String orderNo, ShipmentStatus from, ShipmentStatus to) {
        return jdbc.sql("UPDATE shipment SET status = ? WHERE order_no = ? AND status = ?")
                        .params(to.name(), orderNo, from.name())
                        .update()
                == 1;
    }

    private List<String> statusOf(String orderNo) {
        return jdbc.sql("SELECT status FROM shipment WHERE order_no = ?")
                .param(orderNo)
                .query(String.class)
                .list();
    }
}
