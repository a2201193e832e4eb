package io.yici.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import io.yici.redis.RedisChecks.Findings;
import io.yici.services.RedisServer;
import io.yici.services.SharedRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said at start about the Redis there is. */
class RedisChecksTest {
    private static final Findings NOTHING = new Findings(List.of(), List.of());

    @Test
    void ordinaryRedisPasses() {
        try (Ground ground = Ground.shared()) {
            assertThat(RedisChecks.findings(ground.scripts)).isEqualTo(NOTHING);
            RedisChecks.run(ground.scripts);
        }
    }

    @Test
    void everyMasterOfAClusterIsAsked() {
        try (Ground ground = Ground.sharedCluster()) {
            assertThat(ground.scripts.keeper().line().join().masters()).hasSize(3);
            assertThat(RedisChecks.findings(ground.scripts)).isEqualTo(NOTHING);
        }
    }

    /** B39: a start without Redis is possible, and is not silent. */
    @Test
    void unreachableRedisIsWarnedOf() {
        try (Ground ground = Ground.nowhere()) {
            Findings findings = RedisChecks.findings(ground.scripts);
            assertThat(findings.problems()).isEmpty();
            assertThat(findings.warnings()).singleElement().asString().contains("cannot be reached");
        }
    }

    /** B37. */
    @ParameterizedTest
    @ValueSource(strings = {"volatile-lru", "volatile-ttl", "allkeys-lru", "allkeys-random"})
    void evictingRedisIsWarnedOf(String policy) {
        try (RedisServer redis = RedisServer.start("--maxmemory", "50mb", "--maxmemory-policy", policy);
                Ground ground = Ground.on(redis.url())) {
            assertThat(RedisChecks.findings(ground.scripts).warnings())
                    .singleElement()
                    .asString()
                    .contains(policy, "noeviction");
        }
    }

    @Test
    void replicaIsRefused() {
        String[] master = SharedRedis.url().substring("redis://".length()).split(":", -1);
        try (RedisServer replica = RedisServer.start("--replicaof", master[0] + " " + master[1]);
                Ground ground = Ground.on(replica.url())) {
            assertThatThrownBy(() -> RedisChecks.run(ground.scripts))
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("read-only replica");
        }
    }

    @ParameterizedTest
    @CsvSource({"5.0.14, true", "6.0.20, true", "6.2.0, false", "7.0.15, false", "8.2.1, false", "strange, false"})
    void oldVersionIsRefused(String version, boolean refused) {
        Findings findings = new Findings(new ArrayList<>(), new ArrayList<>());
        RedisChecks.check("Redis", Map.of("redis_version", version), findings);
        assertThat(findings.problems()).hasSize(refused ? 1 : 0);
    }
}
