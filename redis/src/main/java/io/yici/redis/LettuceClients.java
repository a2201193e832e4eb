package io.yici.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lettuce clients set up for guarding requests: while there is no connection, commands fail at once instead of
 * queueing, and a cluster client looks for a new master by itself. Creating one connects to nothing; whoever creates it
 * shuts it down. A client made elsewhere can be used as well.
 */
public final class LettuceClients {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
    private static final Duration LOOK_AFTER_TROUBLE = Duration.ofSeconds(1);
    private static final Pattern AUTHORITY_ENDS = Pattern.compile("[/?#]");

    private LettuceClients() {}

    /**
     * For one Redis: {@code redis://[user:password@]host[:port][/database]}, {@code rediss://…} with TLS, or
     * {@code redis-sentinel://…#master}.
     *
     * @throws IllegalArgumentException for anything else, without repeating it, since it may hold a password
     */
    public static RedisClient to(String url) {
        RedisClient client = RedisClient.create(uri(url));
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets())
                .build());
        return client;
    }

    /** For a Redis Cluster; some of its nodes, as {@code host:port} or URLs, from which the others are found. */
    public static RedisClusterClient toCluster(List<String> nodes) {
        RedisClusterClient client = RedisClusterClient.create(
                nodes.stream().map(LettuceClients::uri).toList());
        client.setOptions(ClusterClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(sockets())
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enableAllAdaptiveRefreshTriggers()
                        .adaptiveRefreshTriggersTimeout(LOOK_AFTER_TROUBLE)
                        .enablePeriodicRefresh(LOOK_EVERY)
                        .build())
                .build());
        return client;
    }

    private static RedisURI uri(String url) {
        String whole = url.contains("://") ? url : "redis://" + url;
        if (!isSplitByItsPassword(whole)) {
            try {
                RedisURI uri = RedisURI.create(whole);
                uri.setTimeout(CONNECT_WITHIN);
                return uri;
            } catch (IllegalArgumentException unreadable) {
                // told below, without this cause: its message has the address in it
            }
        }
        throw new IllegalArgumentException("url: must be redis://[user:password@]host[:port][/database], rediss://… or"
                + " redis-sentinel://host[:port],…#master, with special characters of a password as %XX; what was given"
                + " is not repeated here, since it may hold a password");
    }

    /** Whether a character of the password ends what is taken for the host, which is told to everybody. */
    private static boolean isSplitByItsPassword(String url) {
        int end = url.lastIndexOf('@');
        return end > 0
                && AUTHORITY_ENDS
                        .matcher(url.substring(url.indexOf("://") + 3, end))
                        .find();
    }

    private static SocketOptions sockets() {
        return SocketOptions.builder()
                .connectTimeout(CONNECT_WITHIN)
                .keepAlive(true)
                .build();
    }
}
