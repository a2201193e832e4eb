package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A server running as a child of this JVM: its data in a directory of its own under {@code target/}, its output in a
 * log file. It is stopped when this JVM exits, ended by a watching shell when this JVM is killed, and recorded so that
 * a later JVM can tidy up after it.
 */
public final class ServerProcess {
    static final Duration START_LIMIT = Duration.ofSeconds(30);

    private static final int TAIL_LINES = 30;
    private static final long POLL_MILLIS = 40;
    private static final long STOP_SECONDS = 5;

    private final String name;
    private final Path data;
    private final Path log;
    private final Map<String, String> environment;
    private final String stopSignal;
    private final Thread stopAtExit;
    private volatile @Nullable Running running;

    private record Running(Process process, Path record, Process watch) {}

    /** @param stopSignal what ends the server at once, without waiting for its clients */
    public ServerProcess(String name, Map<String, String> environment, String stopSignal) {
        RunningServers.ofThisCheckout().endLeftBehind();
        String unique = name + "-" + ProcessHandle.current().pid();
        this.name = name;
        this.data = Directories.created(Directories.own().resolve("data")).resolve(unique);
        this.log = Directories.created(Directories.own().resolve("logs")).resolve(unique + ".log");
        this.environment = environment;
        this.stopSignal = stopSignal;
        this.stopAtExit = new Thread(this::stop, "stop " + name);
        Directories.delete(data);
        Directories.created(data);
        truncateLog();
    }

    /** Its own directory; named on its command line, it lets a later JVM recognise the server. */
    public Path data() {
        return data;
    }

    /** Runs a command about the server to its end, which must come within 30 seconds and be a success. */
    public void runToEnd(List<String> command) {
        Process process = launch(command);
        try {
            if (!process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw failure("failed at " + String.join(" ", command));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw interrupted(e);
        }
    }

    /** Starts the server and returns once {@code login} is let in. */
    void start(List<String> command, Login login) {
        start(command, () -> letsIn(login));
    }

    /** Starts the server, again after {@link #end()}, and returns once it is {@code ready}. */
    public void start(List<String> command, BooleanSupplier ready) {
        if (running == null) {
            Runtime.getRuntime().addShutdownHook(stopAtExit);
        }
        Process process = launch(command);
        Path record = RunningServers.ofThisCheckout().record(process.toHandle(), data);
        running = new Running(process, record, watchOver(process));
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!ready.getAsBoolean()) {
            if (!process.isAlive()) {
                throw failure("ended with exit code " + process.exitValue() + " while starting");
            }
            if (System.nanoTime() > deadline) {
                stop();
                throw failure("did not start within " + START_LIMIT.toSeconds() + " s");
            }
            pause();
        }
    }

    /** Ends the server at once, like a crash, and leaves its data. */
    public void end() {
        Running now = running;
        if (now == null) {
            return;
        }
        try {
            signal(now.process(), stopSignal);
            if (!now.process().waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                now.process().destroyForcibly().waitFor();
            }
            now.watch().destroyForcibly();
            Files.deleteIfExists(now.record());
        } catch (IOException e) {
            now.process().destroyForcibly();
        } catch (InterruptedException e) {
            now.process().destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the server and deletes its data. */
    void stop() {
        end();
        Directories.delete(data);
    }

    /** Stops before this JVM exits. */
    public void stopNow() {
        stop();
        Runtime.getRuntime().removeShutdownHook(stopAtExit);
    }

    /** Sends a signal of {@code kill}, such as STOP or CONT. */
    public void signal(String signal) {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException(name + " was not started");
        }
        try {
            signal(now.process(), signal);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** A port of 127.0.0.1 that was free a moment ago, and that no outgoing connection takes. */
    public static int freePort() {
        return FreePorts.next();
    }

    /** Servers flush to disk as their vendors ship them unless {@code -Dyici.services.durable=false}. */
    static boolean durable() {
        return Boolean.parseBoolean(System.getProperty("yici.services.durable", "true"));
    }

    /** A command and what follows it. */
    public static List<String> command(List<String> start, String... rest) {
        List<String> all = new ArrayList<>(start);
        all.addAll(Arrays.asList(rest));
        return all;
    }

    private Process launch(List<String> command) {
        return launch(command, ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    }

    private Process launch(List<String> command, ProcessBuilder.Redirect input) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(data.toFile())
                .redirectErrorStream(true)
                .redirectInput(input)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new ServiceUnavailableException(name + ": cannot run " + command.get(0), e);
        }
    }

    /**
     * A shell that waits at a pipe of this JVM, which breaks when the JVM is killed, and then ends the server if it is
     * still that one; it reads nothing otherwise, and ends with the server. Where there is no /proc the next JVM does
     * it.
     */
    private Process watchOver(Process server) {
        return launch(
                List.of(
                        "sh",
                        "-c",
                        "read -r line; grep -qaF -- \"$3\" \"/proc/$2/cmdline\" && kill -\"$1\" \"$2\" && kill -CONT \"$2\"",
                        "watch-" + name,
                        stopSignal,
                        String.valueOf(server.pid()),
                        data.toString()),
                ProcessBuilder.Redirect.PIPE);
    }

    private static boolean letsIn(Login login) {
        try (Connection connection = DriverManager.getConnection(login.jdbcUrl(), login.user(), login.password())) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        if (process.isAlive()) {
            new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid())
                    .start()
                    .waitFor();
        }
    }

    private ServiceUnavailableException failure(String what) {
        return new ServiceUnavailableException(name + " " + what + "; the end of " + log + ":\n" + tail());
    }

    private String tail() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(unreadable: " + e + ")";
        }
    }

    private void truncateLog() {
        try {
            Files.write(log, new byte[0], StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private ServiceUnavailableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ServiceUnavailableException(name + ": interrupted while starting", e);
    }
}
