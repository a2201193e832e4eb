package io.yici.example.orders.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.fulfilment.app.FulfilmentApplication;
import io.yici.example.orders.OrderServiceApplication;
import io.yici.services.FreshDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The order service, or fulfilment, as a process of its own, on a port it keeps over kills and restarts. What it prints
 * is kept, each life in a file. Closing it kills it. Used by one thread, but for {@link #url()}.
 */
final class ServiceProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private final Class<?> application;
    private final int port = Ports.free();
    private final FreshDatabase database;
    private final Path directory;
    private final List<String> settings;
    private final List<Path> outputs = new ArrayList<>();
    private @Nullable Process process;

    ServiceProcess(FreshDatabase database, Path directory, List<String> settings) {
        this(OrderServiceApplication.class, database, directory, settings);
    }

    private ServiceProcess(Class<?> application, FreshDatabase database, Path directory, List<String> settings) {
        this.application = application;
        this.database = database;
        this.directory = directory;
        this.settings = settings;
    }

    /** The second service, on its own database. */
    static ServiceProcess fulfilment(FreshDatabase database, Path directory, List<String> settings) {
        return new ServiceProcess(FulfilmentApplication.class, database, directory, settings);
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Starts it and does not wait. */
    void start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Starts sooner, and two of them leave the machine to the tests.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                application.getName(),
                "--server.port=" + port,
                "--orders.data=" + directory));
        command.addAll(settings);
        try {
            Path output = Files.createTempFile(directory, "service-" + port + "-", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("SPRING_DATASOURCE_URL", database.jdbcUrl());
            builder.environment().put("SPRING_DATASOURCE_USERNAME", database.user());
            builder.environment().put("SPRING_DATASOURCE_PASSWORD", database.password());
            process = builder.start();
            outputs.add(output);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Waits until it serves; fails when it ends before, or takes too long. */
    void awaitReady() throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            boolean over = !running().isAlive();
            String printed = lastOutput();
            if (printed.contains(": " + url())) {
                return;
            }
            assertThat(over || System.nanoTime() > deadline)
                    .as("the service does not start: %s", printed)
                    .isFalse();
            running().waitFor(50, TimeUnit.MILLISECONDS);
        }
    }

    /** SIGKILL: nothing can be tidied up. */
    void kill() {
        running().destroyForcibly().onExit().join();
    }

    /** Everything it ever printed that matches. */
    List<String> printed(Pattern line) {
        return outputs.stream()
                .flatMap(output -> read(output).lines())
                .filter(text -> line.matcher(text).find())
                .toList();
    }

    private String lastOutput() {
        return read(outputs.get(outputs.size() - 1));
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("the service was not started");
        }
        return process;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
