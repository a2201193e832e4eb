package io.yici.example.orders.storm;

import io.yici.example.gateway.Gateway;
import java.util.List;

/** The service's settings in a storm: everything that takes minutes in a shop takes seconds here. */
final class StormSettings {
    private StormSettings() {}

    static List<String> with(Gateway gateway) {
        return List.of(
                "--orders.gateway.url=" + gateway.url(),
                "--orders.gateway.time-out=1s",
                "--orders.gateway.connect-time-out=500ms",
                "--orders.payment.lease=2s",
                "--orders.payment.settle-delay=4s",
                "--orders.payment.tries=40",
                "--orders.payment.tries-over=5m",
                "--yici.leases-for=3s",
                "--yici.external.settle-every=300ms");
    }
}
