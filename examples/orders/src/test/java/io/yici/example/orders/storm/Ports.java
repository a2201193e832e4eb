package io.yici.example.orders.storm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that a killed process finds free again: below those the system gives to outgoing connections, so that nobody's
 * connection sits on one while it is closed.
 */
final class Ports {
    private static final int FROM = 20_000;
    private static final int TO = 30_000;

    private Ports() {}

    static int free() {
        for (int tries = 0; tries < 1000; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, TO);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (IOException taken) {
                // Another one, then.
            }
        }
        throw new IllegalStateException("no port from " + FROM + " to " + TO + " is free");
    }
}
