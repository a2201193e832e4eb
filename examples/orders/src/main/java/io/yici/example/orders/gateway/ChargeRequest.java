package io.yici.example.orders.gateway;

/**
 * What the gateway is asked to charge. The same on every try: under one key it refuses another body.
 *
 * @param orderNo what is paid
 * @param channel how
 * @param amountCents how much
 */
public record ChargeRequest(String orderNo, String channel, long amountCents) {}
