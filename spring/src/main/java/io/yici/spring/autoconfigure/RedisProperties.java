package io.yici.spring.autoconfigure;

import io.yici.SetupException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code yici.redis.*} of module yici-redis. One of url, nodes and client switches it on.
 *
 * @param url Address of one Redis: redis://[user:password@]host[:port][/database], rediss:// with TLS, or
 *     redis-sentinel://host[:port],…#master.
 * @param nodes Some nodes of a Redis Cluster, as host:port or URLs; the others are found.
 * @param client Name of a RedisClient or RedisClusterClient bean of the application's own, to be used instead.
 * @param keyPrefix What keys in Redis begin with: 1 to 64 letters, digits and : . _ -
 * @param timeout How long a call waits for Redis at most, 10 ms to 10 s.
 */
@ConfigurationProperties("yici.redis")
record RedisProperties(
        @Nullable String url,
        @DefaultValue List<String> nodes,
        @Nullable String client,
        @DefaultValue("yici:") String keyPrefix,
        @DefaultValue("300ms") Duration timeout) {

    /** @throws SetupException when it is not clear which Redis is meant */
    RedisProperties {
        url = given(url);
        client = given(client);
        long named = Stream.of(url != null, !nodes.isEmpty(), client != null)
                .filter(given -> given)
                .count();
        if (named > 1) {
            throw new SetupException(
                    List.of("yici.redis names a Redis in " + named + " ways. Set one of yici.redis.url, .nodes and"
                            + " .client."),
                    null);
        }
    }

    private static @Nullable String given(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    /** Without the addresses, which may hold a password. */
    @Override
    public String toString() {
        return "RedisProperties[client " + client + ", keyPrefix " + keyPrefix + ", timeout " + timeout + "]";
    }
}
