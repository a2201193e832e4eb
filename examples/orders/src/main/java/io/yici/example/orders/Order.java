package io.yici.example.orders;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A placed order.
 *
 * @param orderNo the number people and programs know it by; unique for ever
 * @param sku what was bought
 * @param quantity how many
 * @param amount price times quantity at the time of ordering, in yuan with two decimals
 * @param createdAt when, to the millisecond
 */
public record Order(String orderNo, String sku, int quantity, BigDecimal amount, Instant createdAt) {}
