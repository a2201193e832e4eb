package io.yici.example.orders.payment;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to pay an order.
 *
 * @param paymentNo its number; unique for ever
 * @param orderNo what is paid
 * @param channel how, for instance {@code card}
 * @param amount the order's amount, in yuan with two decimals
 * @param status what is known of it
 * @param reason why it was declined
 * @param createdAt when it was begun
 */
public record Payment(
        String paymentNo,
        String orderNo,
        String channel,
        BigDecimal amount,
        PaymentStatus status,
        @Nullable String reason,
        Instant createdAt) {}
