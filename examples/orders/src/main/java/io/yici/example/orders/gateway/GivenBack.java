package io.yici.example.orders.gateway;

/**
 * What the gateway has booked for a refund.
 *
 * @param refundId its own number
 * @param amountCents how much
 */
public record GivenBack(String refundId, long amountCents) {}
