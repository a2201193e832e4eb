package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class RedisServersTest {
    @Test
    void serverOfOnesOwnIsTheVersionPromised() {
        try (RedisServer redis = RedisServer.start("--maxmemory", "3mb")) {
            assertThat(redis.run("INFO server")).contains("redis_version:7.0.15");
            assertThat(redis.run("INFO memory")).contains("maxmemory:3145728");
        }
    }

    @Test
    void crashedServerRefusesAndComesBackEmpty() {
        try (RedisServer redis = RedisServer.start()) {
            redis.run("SET k v");
            redis.crash();
            assertThatThrownBy(() -> redis.run("PING")).isInstanceOf(UncheckedIOException.class);
            redis.restart();
            assertThat(redis.run("DBSIZE")).isEqualTo("0");
        }
    }

    @Test
    void frozenServerAnswersWhenUnfrozen() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            redis.freeze();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> redis.run("PING"));
            assertThatThrownBy(() -> answer.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            redis.unfreeze();
            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("PONG");
        }
    }

    @Test
    void closedServerLeavesNothing() {
        RedisServer redis = RedisServer.start();
        redis.close();
        assertThat(Directories.own()
                        .resolve("data/redis-" + redis.port() + "-"
                                + ProcessHandle.current().pid()))
                .doesNotExist();
        assertThatThrownBy(() -> redis.run("PING")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void clusterKeepsKeysWhereItSays() {
        try (RedisCluster cluster = RedisCluster.start()) {
            for (String key : new String[] {"a", "b", "c", "{t}x"}) {
                assertThat(cluster.masterOf(key).run("SET " + key + " v")).isEqualTo("OK");
            }
        }
    }

    @Test
    void failOverLosesWhatItIsToLoseAndKeepsTheRest() {
        try (RedisCluster cluster = RedisCluster.startWithReplicas()) {
            RedisServer master = cluster.masterOf("{t}");
            master.run("SET {t}kept v");
            cluster.failOver(master, () -> master.run("SET {t}lost v"));
            RedisServer successor = cluster.successorOf(master);
            assertThat(successor.run("GET {t}lost")).isEmpty();
            assertThat(successor.run("GET {t}kept")).isEqualTo("v");
        }
    }

    @Test
    void namedServerIsUsedInsteadOfOurs() {
        assertThat(new SharedRedis.LazyUrl(Map.of("YICI_TEST_REDIS_URL", "redis://cache.example:6379")).get())
                .isEqualTo("redis://cache.example:6379");
    }
}
