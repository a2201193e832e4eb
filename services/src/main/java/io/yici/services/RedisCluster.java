package io.yici.services;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A real Redis Cluster on 127.0.0.1: three masters that share the 16384 slots, each with a replica if wanted. Takes
 * seconds to start. Thread safe.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final long POLL_MILLIS = 50;

    private final List<RedisServer> masters = new ArrayList<>();
    private final List<RedisServer> replicas = new ArrayList<>();
    private final List<Integer> busPorts = new ArrayList<>();

    private RedisCluster() {}

    /** Three masters. */
    public static RedisCluster start() {
        return start(false);
    }

    /** Three masters, each with one replica. */
    public static RedisCluster startWithReplicas() {
        return start(true);
    }

    private static RedisCluster start(boolean replicated) {
        RedisCluster cluster = new RedisCluster();
        try {
            cluster.form(replicated);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    /** The addresses of the masters the cluster started with. */
    public List<String> urls() {
        return masters.stream().map(RedisServer::url).toList();
    }

    /** The masters the cluster started with. */
    public List<RedisServer> masters() {
        return List.copyOf(masters);
    }

    /** The master, of those the cluster started with, whose slots hold a key. */
    public RedisServer masterOf(String key) {
        int slot = Integer.parseInt(masters.get(0).run("CLUSTER KEYSLOT " + key));
        return masters.get(slot * MASTERS / SLOTS);
    }

    /** The replica of one of the masters the cluster started with. */
    public RedisServer successorOf(RedisServer master) {
        return replicas.get(masters.indexOf(master));
    }

    /**
     * Fails one of the masters over to its replica. What the master is told during {@code lost} is lost, as
     * asynchronous replication may lose it, and what it was told before is kept: the replica is up to date, then hears
     * nothing any more, then the master crashes, then the replica takes over. Returns once the cluster is whole.
     */
    public void failOver(RedisServer master, Runnable lost) {
        RedisServer replica = successorOf(master);
        await(
                "the replica is up to date",
                () -> replication(replica, "slave_repl_offset:").equals(replication(master, "master_repl_offset:")));
        replica.freeze();
        master.run("CLIENT KILL TYPE replica");
        lost.run();
        master.crash();
        replica.unfreeze();
        replica.run("CLUSTER FAILOVER TAKEOVER");
        await(
                "the cluster is whole",
                () -> survivors(master).stream().allMatch(node -> isWhole(node) && knowsAsMaster(node, replica)));
    }

    private List<RedisServer> survivors(RedisServer crashed) {
        List<RedisServer> nodes = new ArrayList<>(masters);
        nodes.addAll(replicas);
        nodes.remove(crashed);
        return nodes;
    }

    private void form(boolean replicated) {
        for (int node = 0; node < MASTERS; node++) {
            masters.add(node());
        }
        for (int node = 0; replicated && node < MASTERS; node++) {
            replicas.add(node());
        }
        RedisServer first = masters.get(0);
        for (int node = 0; node < MASTERS; node++) {
            masters.get(node).run("CLUSTER ADDSLOTSRANGE " + firstSlot(node) + " " + (firstSlot(node + 1) - 1));
            masters.get(node).run("CLUSTER SET-CONFIG-EPOCH " + (node + 1));
        }
        List<RedisServer> all = new ArrayList<>(masters);
        all.addAll(replicas);
        for (int node = 1; node < all.size(); node++) {
            first.run("CLUSTER MEET 127.0.0.1 " + all.get(node).port() + " " + busPorts.get(node));
        }
        await("the nodes know each other", () -> all.stream().allMatch(node -> knows(node, all.size())));
        for (int node = 0; node < replicas.size(); node++) {
            replicas.get(node).run("CLUSTER REPLICATE " + masters.get(node).run("CLUSTER MYID"));
        }
        await(
                "the replicas follow",
                () -> replicas.stream().allMatch(node -> info(node, "INFO replication", "master_link_status:up")));
        await("the cluster is whole", () -> all.stream().allMatch(RedisCluster::isWhole));
    }

    /** The first slot of a master: the least {@code s} with {@code s * MASTERS / SLOTS == node}. */
    private static int firstSlot(int node) {
        return (node * SLOTS + MASTERS - 1) / MASTERS;
    }

    private RedisServer node() {
        int busPort = ServerProcess.freePort();
        busPorts.add(busPort);
        return RedisServer.start(
                "--cluster-enabled",
                "yes",
                "--cluster-config-file",
                "nodes.conf",
                "--cluster-port",
                String.valueOf(busPort),
                "--cluster-node-timeout",
                "2000",
                "--repl-diskless-sync-delay",
                "0");
    }

    private static boolean knows(RedisServer node, int nodes) {
        return info(node, "CLUSTER INFO", "cluster_known_nodes:" + nodes);
    }

    private static boolean isWhole(RedisServer node) {
        return info(node, "CLUSTER INFO", "cluster_state:ok");
    }

    private static boolean knowsAsMaster(RedisServer node, RedisServer master) {
        return RedisAnswer.tried(node.port(), "CLUSTER NODES").stream()
                .flatMap(String::lines)
                .anyMatch(line -> line.contains(":" + master.port() + "@") && line.contains("master"));
    }

    private static boolean info(RedisServer node, String command, String line) {
        Optional<String> answer = RedisAnswer.tried(node.port(), command);
        return answer.isPresent() && answer.get().lines().anyMatch(line::equals);
    }

    private static String replication(RedisServer node, String field) {
        return node.run("INFO replication")
                .lines()
                .filter(line -> line.startsWith(field))
                .map(line -> line.substring(field.length()))
                .findFirst()
                .orElse("no " + field);
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + ServerProcess.START_LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ServiceUnavailableException("waited in vain until " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ServiceUnavailableException("interrupted before " + what, e);
            }
        }
    }

    @Override
    public void close() {
        masters.forEach(RedisServer::close);
        replicas.forEach(RedisServer::close);
    }
}
