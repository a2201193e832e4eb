package io.yici.brokers;

import io.yici.services.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A broker written in Java, in a JVM of its own and on the class path this module was built with, so that neither its
 * libraries nor its threads, files and system properties meet those of a test. Its main class gets its directory as the
 * first argument and says that it is ready by {@link #ready}.
 */
final class BrokerJvm {
    private static final String CLASS_PATH = "servers.classpath";
    private static final String READY = "ready";

    private final ServerProcess process;
    private final List<String> command;

    BrokerJvm(String name, Class<?> main, List<String> arguments) {
        process = new ServerProcess(name, Map.of(), "KILL");
        command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + process.data(),
                "-Dslf4j.provider=org.slf4j.simple.SimpleServiceProvider", // RocketMQ brings another
                "-cp",
                classPath()));
        command.add(main.getName());
        command.add(process.data().toString());
        command.addAll(arguments);
        restart();
    }

    /** Said by the broker itself, once clients can use it. */
    static void ready(Path directory) throws IOException {
        Files.createFile(directory.resolve(READY));
    }

    void crash() {
        process.end();
    }

    void restart() {
        Path ready = process.data().resolve(READY);
        try {
            Files.deleteIfExists(ready);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.start(command, () -> Files.exists(ready));
    }

    void signal(String signal) {
        process.signal(signal);
    }

    void close() {
        process.stopNow();
    }

    private static String classPath() {
        try (InputStream servers = BrokerJvm.class.getResourceAsStream(CLASS_PATH)) {
            if (servers == null) {
                throw new IllegalStateException(CLASS_PATH + " is not there; build the module brokers by Maven");
            }
            Path own = Path.of(BrokerJvm.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return own + ":" + new String(servers.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
