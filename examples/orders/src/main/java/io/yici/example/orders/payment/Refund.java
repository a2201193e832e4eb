package io.yici.example.orders.payment;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Money that goes back to the buyer.
 *
 * @param refundNo its number; unique for ever
 * @param orderNo of which order
 * @param amount how much, in yuan with two decimals
 * @param status what is known of it
 * @param why who or what asked for it
 * @param reason why it failed
 * @param createdAt when it was asked for
 */
public record Refund(
        String refundNo,
        String orderNo,
        BigDecimal amount,
        RefundStatus status,
        String why,
        @Nullable String reason,
        Instant createdAt) {}
