package io.yici.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.yici.services.RedisCluster;
import io.yici.services.SharedRedis;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** A Redis or a cluster, a client of it, and keys that nobody else uses. */
final class Ground implements AutoCloseable {
    /** Longer than a busy machine takes; tests of the time-out set their own. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    final LettuceScripts scripts;
    final String prefix = "test-" + UUID.randomUUID() + ":";

    private final Runnable shutdown;

    private Ground(LettuceScripts scripts, Runnable shutdown) {
        this.scripts = scripts;
        this.shutdown = shutdown;
    }

    /** The Redis all tests share. */
    static Ground shared() {
        return on(SharedRedis.url());
    }

    /** One Redis; nothing need answer there. */
    static Ground on(String url) {
        RedisClient client = LettuceClients.to(url);
        return new Ground(LettuceScripts.on(client), client::shutdown);
    }

    static Ground onCluster(List<String> urls) {
        RedisClusterClient client = LettuceClients.toCluster(urls);
        return new Ground(LettuceScripts.on(client), client::shutdown);
    }

    /** The cluster that tests share, started when first asked for. */
    static Ground sharedCluster() {
        return onCluster(SharedCluster.CLUSTER.urls());
    }

    /** Nothing listens on port 1. */
    static Ground nowhere() {
        return on("redis://127.0.0.1:1");
    }

    RedisAccess access() {
        return RedisAccess.through(scripts).keyPrefix(prefix).timeout(PATIENCE);
    }

    @Override
    public void close() {
        scripts.close();
        shutdown.run();
    }

    /** Another client, to look at what is there. */
    static final class Look implements AutoCloseable {
        final RedisCommands<String, String> redis;
        private final RedisClient client;

        Look(String url) {
            client = RedisClient.create(url);
            redis = client.connect().sync();
        }

        @Override
        public void close() {
            client.shutdown();
        }
    }

    private static final class SharedCluster {
        static final RedisCluster CLUSTER = RedisCluster.start();
    }
}
