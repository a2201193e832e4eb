package io.yici.brokers;

import io.yici.services.ServerProcess;
import io.yici.services.ServiceUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * RabbitMQ on 127.0.0.1, out of the Debian package {@code rabbitmq-server}, with its own data, port mapper and cookie;
 * the service of the package is never touched. Durable queues survive a crash. Ends with this JVM at the latest. Thread
 * safe.
 */
public final class RabbitBroker implements AutoCloseable {
    private static final Path SERVER = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
    private static final Path CONTROL = Path.of("/usr/lib/rabbitmq/bin/rabbitmqctl");
    private static final Path PORT_MAPPER = Path.of("/usr/bin/epmd");

    private static final byte[] GREETING = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    private static final int METHOD_FRAME = 1;

    private final int port = ServerProcess.freePort();
    private final int mapperPort = ServerProcess.freePort();
    private final ServerProcess mapper;
    private final ServerProcess process;
    private final List<String> environment = new ArrayList<>();

    private RabbitBroker() {
        missing().ifPresent(what -> {
            throw new ServiceUnavailableException(what);
        });
        mapper = new ServerProcess("epmd-" + port, Map.of(), "KILL");
        startMapper();
        process = new ServerProcess("rabbitmq-" + port, Map.of(), "KILL");
        environment.add("env");
        settings(process.data()).forEach((name, value) -> environment.add(name + "=" + value));
        restart();
    }

    /** Starts a broker of one's own; takes seconds, and fails after 30. */
    public static RabbitBroker start() {
        return new RabbitBroker();
    }

    /** What this machine lacks to run RabbitMQ, in a sentence that says what to install; empty if nothing. */
    public static Optional<String> missing() {
        return Files.isExecutable(SERVER) && Files.isExecutable(PORT_MAPPER)
                ? Optional.empty()
                : Optional.of("RabbitMQ is not installed; install the Debian package rabbitmq-server (./verify does it"
                        + " as root), or name a broker by YICI_TEST_AMQP_URL");
    }

    /** With user and password. */
    public String amqpUrl() {
        return "amqp://guest:guest@127.0.0.1:" + port;
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /**
     * Ends the broker at once; its durable data stays. RabbitMQ 3.10 answers a declaration before it is on disk, so
     * that a queue declared within the last second would now and then be gone, with the messages confirmed in it;
     * therefore what was declared is written to disk first.
     */
    public void crash() {
        process.runToEnd(ServerProcess.command(environment, CONTROL.toString(), "eval", "mnesia:sync_log()."));
        process.end();
    }

    /** Starts the crashed broker again, on the same port and with the same data. */
    public void restart() {
        process.start(ServerProcess.command(environment, SERVER.toString()), this::greets);
    }

    /** From now on the broker does nothing, while its connections stay open. */
    public void freeze() {
        process.signal("STOP");
    }

    /** Lets the frozen broker go on with whatever has come in. */
    public void unfreeze() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        process.stopNow();
        mapper.stopNow();
    }

    /**
     * Erlang's port mapper would start by itself as a daemon that outlives its node; one that runs already is used. A
     * copy, since a server is recognised by its directory on the command line.
     */
    private void startMapper() {
        Path copy = mapper.data().resolve("epmd");
        try {
            Files.copy(PORT_MAPPER.toRealPath(), copy, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        mapper.start(
                List.of(copy.toString(), "-address", "127.0.0.1", "-port", String.valueOf(mapperPort)),
                () -> connects(mapperPort));
    }

    private Map<String, String> settings(Path data) {
        Path config = data.resolve("rabbitmq.conf");
        try {
            Files.writeString(
                    config,
                    "vm_memory_high_watermark.absolute = 512MB\ndisk_free_limit.absolute = 50MB\n"
                            + "log.file = false\nlog.console = true\nlog.console.level = info\n");
            Files.writeString(data.resolve("enabled_plugins"), "[].");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new HashMap<>();
        settings.put("HOME", data.toString());
        settings.put("LANG", "C.UTF-8");
        settings.put("RUNNING_UNDER_SYSTEMD", "true"); // the node replaces the script, so that its pid is ours
        settings.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        settings.put("ERL_EPMD_PORT", String.valueOf(mapperPort));
        settings.put("RABBITMQ_NODENAME", "yici" + port + "@localhost");
        settings.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
        settings.put("RABBITMQ_NODE_PORT", String.valueOf(port));
        settings.put("RABBITMQ_DIST_PORT", String.valueOf(ServerProcess.freePort()));
        settings.put("RABBITMQ_MNESIA_BASE", data.resolve("mnesia").toString());
        settings.put("RABBITMQ_LOG_BASE", data.resolve("log").toString());
        settings.put("RABBITMQ_PID_FILE", data.resolve("pid").toString());
        settings.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE", data.resolve("enabled_plugins").toString());
        settings.put("RABBITMQ_CONFIG_FILE", config.toString());
        settings.put("RABBITMQ_CONF_ENV_FILE", data.resolve("none.conf").toString());
        settings.put(
                "RABBITMQ_ADVANCED_CONFIG_FILE", data.resolve("none.config").toString());
        String onlyHere = "-kernel inet_dist_use_interface {127,0,0,1}";
        settings.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", onlyHere + " -yici data " + data);
        settings.put("RABBITMQ_CTL_ERL_ARGS", onlyHere);
        return settings;
    }

    private boolean greets() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write(GREETING);
            return socket.getInputStream().read() == METHOD_FRAME;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean connects(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
