package io.yici.redis;

import io.yici.lease.LeaseName;
import io.yici.services.FaultProxy;
import io.yici.services.RedisCluster;
import io.yici.services.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A Redis or a cluster of a test class's own, reached by its leases in a way that can be cut. */
final class LeaseGround implements AutoCloseable {
    private final List<RedisServer> servers;
    private final Function<String, RedisServer> holderOf;
    private final Runnable stop;
    private final Ground ground;
    private final Cut cut;

    private interface Cut {
        AutoCloseable make() throws Exception;
    }

    private LeaseGround(
            List<RedisServer> servers, Function<String, RedisServer> holderOf, Ground ground, Cut cut, Runnable stop) {
        this.servers = servers;
        this.holderOf = holderOf;
        this.ground = ground;
        this.cut = cut;
        this.stop = stop;
    }

    /** One Redis behind a proxy. */
    static LeaseGround single() {
        RedisServer redis = RedisServer.start();
        FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
        Ground ground = Ground.on("redis://" + proxy.host() + ":" + proxy.port());
        return new LeaseGround(
                List.of(redis),
                key -> redis,
                ground,
                () -> {
                    proxy.down();
                    return proxy::up;
                },
                () -> {
                    proxy.close();
                    redis.close();
                });
    }

    /** Three masters. Their nodes name each other, past any proxy, so a cut refuses every command by name instead. */
    static LeaseGround cluster() {
        RedisCluster cluster = RedisCluster.start();
        return new LeaseGround(
                cluster.masters(),
                cluster::masterOf,
                Ground.onCluster(cluster.urls()),
                () -> {
                    deny(cluster, "-evalsha");
                    return () -> deny(cluster, "+evalsha");
                },
                cluster::close);
    }

    private static void deny(RedisCluster cluster, String rule) {
        cluster.masters().forEach(node -> node.run("ACL SETUSER default " + rule));
    }

    RedisAccess access() {
        return ground.access();
    }

    AutoCloseable cut() throws Exception {
        return cut.make();
    }

    void endTime(String name) {
        holderOf.apply(key(name)).run("DEL " + key(name));
    }

    Duration storedTime(String name) {
        return Duration.ofMillis(
                Math.max(0, Long.parseLong(holderOf.apply(key(name)).run("PTTL " + key(name)))));
    }

    void forgetEverything() {
        servers.forEach(server -> server.run("FLUSHALL"));
        servers.forEach(server -> server.run("SCRIPT FLUSH"));
    }

    List<RedisServer> servers() {
        return servers;
    }

    String key(String name) {
        return ground.access().key("lease", LeaseName.of(name).hex());
    }

    @Override
    public void close() {
        ground.close();
        stop.run();
    }
}
