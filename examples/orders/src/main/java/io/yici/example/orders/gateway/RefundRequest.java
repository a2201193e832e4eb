package io.yici.example.orders.gateway;

/**
 * What the gateway is asked to give back. The same on every try: under one key it refuses another body.
 *
 * @param chargeId of which charge
 * @param amountCents how much
 */
public record RefundRequest(String chargeId, long amountCents) {}
