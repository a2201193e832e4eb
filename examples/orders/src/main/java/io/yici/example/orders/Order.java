package io.yici.example.orders;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * An order. Sums are in yuan with two decimals.
 *
 * @param orderNo the number people and programs know it by; unique for ever
 * @param sku what was bought
 * @param quantity how many
 * @param amount price times quantity at the time of ordering
 * @param status where it stands
 * @param paid what the gateway has captured
 * @param refunded what was given back of it, or is being given back
 * @param settling whether money is on its way in or out and nobody knows yet what became of it
 * @param createdAt when, to the millisecond
 */
public record Order(
        String orderNo,
        String sku,
        int quantity,
        BigDecimal amount,
        OrderStatus status,
        BigDecimal paid,
        BigDecimal refunded,
        boolean settling,
        Instant createdAt) {

    /** An order as it is placed. */
    static Order placed(String orderNo, String sku, int quantity, BigDecimal amount, Instant now) {
        BigDecimal nothing = Money.ofCents(0);
        return new Order(orderNo, sku, quantity, amount, OrderStatus.NEW, nothing, nothing, false, now);
    }
}
