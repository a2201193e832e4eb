package io.yici.services;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 for servers, from below those that systems give to outgoing connections (from 32768 on Linux, from
 * 49152 by RFC 6335): one of these may take the port of a server that is down for a moment. Thread safe.
 */
final class FreePorts {
    static final int LOWEST = 12_000;
    static final int HIGHEST = 32_767;

    /** RocketMQ listens two below its port, too, which so is no other's. */
    private static final int APART = 3;

    private static final int TRIES = 1_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** One that was free a moment ago, and is given once in this JVM. */
    static int next() {
        for (int tries = 0; tries < TRIES; tries++) {
            int port = LOWEST + APART * ThreadLocalRandom.current().nextInt((HIGHEST - LOWEST) / APART);
            if (isFree(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port among " + TRIES + " from " + LOWEST + " to " + HIGHEST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
