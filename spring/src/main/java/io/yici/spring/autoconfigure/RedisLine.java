package io.yici.spring.autoconfigure;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.yici.SetupException;
import io.yici.redis.LettuceClients;
import io.yici.redis.LettuceScripts;
import io.yici.redis.RedisAccess;
import io.yici.redis.RedisChecks;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** The connection that the properties say, checked; closes what it opened, and leaves alone what it was given. */
final class RedisLine implements AutoCloseable {
    private final LettuceScripts scripts;
    private final Runnable shutdown;

    private RedisLine(LettuceScripts scripts, Runnable shutdown) {
        this.scripts = scripts;
        this.shutdown = shutdown;
    }

    /** @throws SetupException when that Redis cannot do its part */
    static RedisLine open(RedisProperties properties, BeanFactory beans) {
        RedisLine line = line(properties, beans);
        try {
            RedisChecks.run(line.scripts);
        } catch (SetupException unfit) {
            line.close();
            throw unfit;
        }
        return line;
    }

    RedisAccess access(RedisProperties properties) {
        return RedisAccess.through(scripts).keyPrefix(properties.keyPrefix()).timeout(properties.timeout());
    }

    private static RedisLine line(RedisProperties properties, BeanFactory beans) {
        String url = properties.url();
        if (url != null) {
            RedisClient client = understood("yici.redis.url", () -> LettuceClients.to(url));
            return new RedisLine(LettuceScripts.on(client), client::shutdown);
        }
        if (!properties.nodes().isEmpty()) {
            RedisClusterClient client =
                    understood("yici.redis.nodes", () -> LettuceClients.toCluster(properties.nodes()));
            return new RedisLine(LettuceScripts.on(client), client::shutdown);
        }
        return new RedisLine(scriptsOf(properties.client(), beans), () -> {});
    }

    private static <C> C understood(String property, Supplier<C> client) {
        try {
            return client.get();
        } catch (IllegalArgumentException unreadable) {
            throw new SetupException(
                    List.of(property + " is no address of a Redis: " + unreadable.getMessage() + "."), null);
        }
    }

    private static LettuceScripts scriptsOf(@Nullable String name, BeanFactory beans) {
        Object client = name != null && beans.containsBean(name) ? beans.getBean(name) : null;
        if (client instanceof RedisClient single) {
            return LettuceScripts.on(single);
        }
        if (client instanceof RedisClusterClient cluster) {
            return LettuceScripts.on(cluster);
        }
        throw new SetupException(
                List.of("yici.redis.client = " + name + " names "
                        + (client == null ? "no bean" : "a " + client.getClass().getName())
                        + ". Name a RedisClient or RedisClusterClient, or set yici.redis.url."),
                null);
    }

    @Override
    public void close() {
        scripts.close();
        shutdown.run();
    }
}
