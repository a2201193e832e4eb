package io.yici.example.orders.payment;

import java.math.BigDecimal;

/**
 * The answer to a refund.
 *
 * @param refundNo its number
 * @param orderNo of which order
 * @param amount how much, in yuan with two decimals
 * @param status what became of it
 */
public record RefundReceipt(String refundNo, String orderNo, BigDecimal amount, RefundStatus status) {}
