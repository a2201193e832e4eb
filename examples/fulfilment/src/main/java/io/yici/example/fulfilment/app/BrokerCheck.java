package io.yici.example.fulfilment.app;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.List;

/** Whether anybody listens where the broker is said to be; its clients keep quiet about it, and try again for ever. */
final class BrokerCheck {
    private static final int MILLIS = 2_000;

    private BrokerCheck() {}

    /**
     * Connects to one after the other.
     *
     * @param address an AMQP URL, or host:port, several separated by commas or semicolons
     */
    static boolean isReachable(String address) {
        return places(address).stream().anyMatch(BrokerCheck::listens);
    }

    /** Without what could be a password. */
    static String shown(String address) {
        return address.replaceFirst("//[^/@]*@", "//").replaceFirst("[?].*", "");
    }

    private static List<URI> places(String address) {
        return Arrays.stream(address.split("[,;]"))
                .map(String::trim)
                .map(place -> URI.create(place.contains("://") ? place : "tcp://" + place))
                .toList();
    }

    private static boolean listens(URI place) {
        int port = place.getPort() >= 0 ? place.getPort() : "amqps".equals(place.getScheme()) ? 5671 : 5672;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(place.getHost(), port), MILLIS);
            return true;
        } catch (IOException | IllegalArgumentException nobody) {
            return false;
        }
    }
}
