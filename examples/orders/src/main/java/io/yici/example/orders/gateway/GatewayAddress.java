package io.yici.example.orders.gateway;

import org.springframework.core.env.Environment;

/** Where the gateway is, and where it finds this service. */
public final class GatewayAddress {
    private final String gateway;
    private final String callbackUrl;
    private final Environment environment;

    GatewayAddress(String gateway, String callbackUrl, Environment environment) {
        this.gateway = gateway.endsWith("/") ? gateway.substring(0, gateway.length() - 1) : gateway;
        this.callbackUrl = callbackUrl;
        this.environment = environment;
    }

    /** The gateway, without a slash at the end. */
    public String gateway() {
        return gateway;
    }

    /** Where the gateway tells what became of a request. */
    public String callbackUrl() {
        if (!callbackUrl.isEmpty()) {
            return callbackUrl;
        }
        String port = environment.getProperty("local.server.port", environment.getProperty("server.port", "8080"));
        return "http://127.0.0.1:" + port + "/callbacks/payments";
    }
}
