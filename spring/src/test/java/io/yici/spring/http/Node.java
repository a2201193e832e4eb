package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link NodeProcess} that was started, and what it has said. */
final class Node implements AutoCloseable {
    private static final String SAID = "NODE ";
    private static final String ENDED = "ENDED";

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Wire wire;

    private Node(Process process) throws InterruptedException {
        this.process = process;
        Thread listening = new Thread(this::listen, "node-output");
        listening.setDaemon(true);
        listening.start();
        String port = said.poll(90, TimeUnit.SECONDS);
        if (port == null || !port.startsWith("PORT ")) {
            close();
            throw new AssertionError("the node did not start: " + port);
        }
        this.wire = new Wire(Integer.parseInt(port.substring(5)));
    }

    static Node start(FreshDatabase database, Path ledger, String... settings)
            throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                classPath,
                NodeProcess.class.getName(),
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.maximum-pool-size=8",
                "spring.main.banner-mode=off",
                "server.address=127.0.0.1",
                "server.port=0",
                "yici.create-schema=always",
                "node.ledger=" + ledger));
        command.addAll(List.of(settings));
        return new Node(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    Wire wire() {
        return wire;
    }

    /** Waits until it has come to a point. */
    void awaitSaying(String point) throws InterruptedException {
        assertThat(said.poll(30, TimeUnit.SECONDS)).isEqualTo(point);
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            @Nullable String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith(SAID)) {
                    said.add(line.substring(SAID.length()));
                }
            }
        } catch (IOException killed) {
            // there is no more to hear
        }
        said.add(ENDED);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
