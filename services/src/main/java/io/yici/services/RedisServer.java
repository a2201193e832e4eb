package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A Redis 7 server on a free port of 127.0.0.1, alone or as a node of a {@link RedisCluster}. It keeps nothing on disk
 * (so a restarted one is empty) and ends with the JVM at the latest. Thread safe.
 */
public final class RedisServer implements AutoCloseable {
    private static final String EXECUTABLE = "redis-server-7.0.15-linux-amd64";

    private final int port = ServerProcess.freePort();
    private final ServerProcess process;
    private final List<String> command;

    private RedisServer(List<String> settings) {
        String executable = Binaries.fromFile(EXECUTABLE).resolve(EXECUTABLE).toString();
        process = new ServerProcess("redis-" + port, Map.of(), "KILL");
        command = new ArrayList<>(List.of(executable));
        command.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1"));
        command.addAll(List.of("--dir", process.data().toString(), "--set-proc-title", "no"));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--loglevel", "notice"));
        command.addAll(settings);
        restart();
    }

    /** Starts a server of one's own. Settings are those of redis.conf, as on its command line: "--maxmemory", "2mb". */
    public static RedisServer start(String... settings) {
        return new RedisServer(Arrays.asList(settings));
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://" + host() + ":" + port;
    }

    /** Ends the server at once, like a crash. What it knew is gone. */
    public void crash() {
        process.end();
    }

    /** Starts the crashed server again, empty, on the same port. */
    public void restart() {
        process.start(command, () -> RedisAnswer.tried(port, "PING").isPresent());
    }

    /** From now on the server does nothing, while its connections stay open and new ones are accepted by the kernel. */
    public void freeze() {
        process.signal("STOP");
    }

    /** Lets the frozen server go on with whatever has come in. */
    public void unfreeze() {
        process.signal("CONT");
    }

    /** Runs a command without spaces or line ends in its words, such as {@code FLUSHALL}; an error answer fails. */
    public String run(String inlineCommand) {
        try {
            return RedisAnswer.to(port, inlineCommand);
        } catch (IOException e) {
            throw new UncheckedIOException(inlineCommand, e);
        }
    }

    @Override
    public void close() {
        process.stopNow();
    }
}
