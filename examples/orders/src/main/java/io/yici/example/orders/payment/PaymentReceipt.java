package io.yici.example.orders.payment;

import java.math.BigDecimal;

/**
 * The answer to a payment.
 *
 * @param paymentNo its number
 * @param orderNo what was paid
 * @param amount how much, in yuan with two decimals
 * @param status what became of it
 */
public record PaymentReceipt(String paymentNo, String orderNo, BigDecimal amount, PaymentStatus status) {}
