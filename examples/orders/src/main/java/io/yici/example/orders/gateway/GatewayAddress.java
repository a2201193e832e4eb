package io.yici.example.orders.gateway;

import java.util.function.Supplier;

/**
 * Where the gateway is, and where it finds this service. Asked anew for each request, for both may be known late or
 * change. Thread-safe.
 */
final class GatewayAddress {
    private final Supplier<String> gateway;
    private final Supplier<String> callbacks;

    GatewayAddress(Supplier<String> gateway, Supplier<String> callbacks) {
        this.gateway = gateway;
        this.callbacks = callbacks;
    }

    /** The gateway, without a slash at the end. */
    String gateway() {
        return gateway.get();
    }

    /** Where the gateway tells what became of a request. */
    String callbackUrl() {
        return callbacks.get();
    }
}
