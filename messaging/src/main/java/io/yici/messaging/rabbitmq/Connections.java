package io.yici.messaging.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.time.Duration;

/**
 * Connections as both sides want them: given up soon, and never recovered by the client, since a recovered channel
 * would take acknowledgements of the one before.
 */
final class Connections {
    static final Duration CONNECT = Duration.ofSeconds(5);

    private static final int HEARTBEAT_SECONDS = 10;
    private static final int CLOSE_MILLIS = 2_000;

    private Connections() {}

    static ConnectionFactory of(ConnectionFactory given) {
        ConnectionFactory own = given.clone();
        own.setAutomaticRecoveryEnabled(false);
        own.setTopologyRecoveryEnabled(false);
        own.setConnectionTimeout(atMost(own.getConnectionTimeout(), (int) CONNECT.toMillis()));
        own.setHandshakeTimeout(atMost(own.getHandshakeTimeout(), (int) CONNECT.toMillis()));
        own.setRequestedHeartbeat(atMost(own.getRequestedHeartbeat(), HEARTBEAT_SECONDS));
        return own;
    }

    static void close(Connection connection) {
        try {
            connection.close(CLOSE_MILLIS);
        } catch (IOException | RuntimeException e) {
            connection.abort(1);
        }
    }

    /** 0 means without end. */
    private static int atMost(int given, int most) {
        return given == 0 ? most : Math.min(given, most);
    }
}
