package io.yici.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import java.util.LinkedHashMap;
import java.util.Map;

/** An open connection to one Redis or to a cluster of them. */
interface Line {
    RedisScriptingAsyncCommands<String, String> scripts();

    /** Every server that is written to, by what people call it. */
    Map<String, RedisServerAsyncCommands<String, String>> masters();

    void close();

    /** Blocks until connected or refused. */
    static Line to(RedisClient client) {
        return loaded(new Single(client.connect(StringCodec.ASCII)));
    }

    /** Blocks until connected or refused. */
    static Line to(RedisClusterClient client) {
        return loaded(new Clustered(client.connect(StringCodec.ASCII)));
    }

    /** Sends the scripts ahead: one that had to be sent later would be overtaken by what follows it. */
    private static Line loaded(Line line) {
        for (RedisScript script : RedisScript.values()) {
            line.scripts().scriptLoad(script.text());
        }
        return line;
    }

    /** A connection to one server, which reconnects by itself. */
    record Single(StatefulRedisConnection<String, String> connection) implements Line {
        @Override
        public RedisScriptingAsyncCommands<String, String> scripts() {
            return connection.async();
        }

        @Override
        public Map<String, RedisServerAsyncCommands<String, String>> masters() {
            return Map.of("Redis", connection.async());
        }

        @Override
        public void close() {
            connection.closeAsync();
        }
    }

    /** Connections to the nodes of a cluster, which finds its way by itself. */
    record Clustered(StatefulRedisClusterConnection<String, String> connection) implements Line {
        @Override
        public RedisScriptingAsyncCommands<String, String> scripts() {
            return connection.async();
        }

        @Override
        public Map<String, RedisServerAsyncCommands<String, String>> masters() {
            Map<String, RedisServerAsyncCommands<String, String>> masters = new LinkedHashMap<>();
            connection
                    .async()
                    .upstream()
                    .asMap()
                    .forEach((node, commands) -> masters.put(
                            "Redis node " + node.getUri().getHost() + ":"
                                    + node.getUri().getPort(),
                            commands));
            return masters;
        }

        @Override
        public void close() {
            connection.closeAsync();
        }
    }
}
