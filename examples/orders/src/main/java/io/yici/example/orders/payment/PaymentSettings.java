package io.yici.example.orders.payment;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code orders.payment.*}.
 *
 * @param lease how long one payment may keep others of its order and channel away from the gateway; a crashed node
 *     keeps them away for as long
 * @param settleDelay how long the gateway gets before nothing found there is believed to be nothing
 * @param tries how often the gateway is asked what became of a call before an operator is
 * @param triesOver over which time these are spread, with growing delays
 */
@ConfigurationProperties("orders.payment")
public record PaymentSettings(
        @DefaultValue("10s") Duration lease,
        @DefaultValue("30s") Duration settleDelay,
        @DefaultValue("20") int tries,
        @DefaultValue("24h") Duration triesOver) {}
