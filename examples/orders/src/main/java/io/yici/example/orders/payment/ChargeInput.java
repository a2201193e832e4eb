package io.yici.example.orders.payment;

/**
 * What is needed to charge a payment, to ask for it and to conclude it, on whatever node; kept with the step.
 *
 * @param paymentNo the payment
 * @param orderNo what is paid
 * @param channel how
 * @param amountCents how much
 */
public record ChargeInput(String paymentNo, String orderNo, String channel, long amountCents) {}
