package io.yici.example.orders.gateway;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code orders.gateway.*}.
 *
 * @param url where the gateway is; empty for one of our own, in this process
 * @param port of our own one; 0 for any free port
 * @param ledger the file in which our own one keeps its ledger
 * @param secret what callbacks are signed with; the gateway has the same
 * @param timeOut how long an answer is waited for; after it nobody knows
 * @param connectTimeOut how long a connection may take; after it nothing was sent
 * @param tolerance how far the time in a callback's signature may be from ours
 * @param callbackUrl where the gateway finds this service; empty for its own address
 */
@ConfigurationProperties("orders.gateway")
public record GatewaySettings(
        @DefaultValue("") String url,
        @DefaultValue("0") int port,
        @DefaultValue("") String ledger,
        String secret,
        @DefaultValue("3s") Duration timeOut,
        @DefaultValue("1s") Duration connectTimeOut,
        @DefaultValue("5m") Duration tolerance,
        @DefaultValue("") String callbackUrl) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "GatewaySettings[url=" + url + ", port=" + port + "]";
    }
}
