package io.yici.example.orders.payment;

/**
 * What is needed to give money back, to ask for it and to conclude it, on whatever node; kept with the step.
 *
 * @param refundNo the refund
 * @param orderNo of which order
 * @param chargeId the gateway's number of what was captured
 * @param amountCents how much
 */
public record RefundInput(String refundNo, String orderNo, String chargeId, long amountCents) {}
