package io.yici.services;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The records of servers that JVMs of this checkout have started. A JVM that was killed could not stop its servers; the
 * next one to start a server ends them. A process is ended only if its pid, its start time and its command line all say
 * that it is the recorded one, and only when the JVM that started it is gone.
 */
final class RunningServers {
    private static final long PATIENCE_SECONDS = 5;

    /** Start times count from the boot time, which moves when the clock is corrected. */
    private static final long CLOCK_CORRECTION_MILLIS = 5_000;

    private final Path records;

    RunningServers(Path records) {
        this.records = Directories.created(records);
    }

    static RunningServers ofThisCheckout() {
        return new RunningServers(Directories.shared().resolve("running"));
    }

    /** Remembers a server of this JVM; {@code data} is a directory named on its command line. */
    Path record(ProcessHandle server, Path data) {
        Properties facts = new Properties();
        facts.setProperty("server", identity(server));
        facts.setProperty("owner", identity(ProcessHandle.current()));
        facts.setProperty("data", data.toString());
        Path file = records.resolve(server.pid() + ".properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            facts.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    void endLeftBehind() {
        for (Path file : files()) {
            try {
                endIfLeftBehind(file);
            } catch (IOException e) {
                // another JVM was faster, or the record is half written by one that lives
            }
        }
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(records)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void endIfLeftBehind(Path file) throws IOException {
        Properties facts = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            facts.load(reader);
        }
        String data = facts.getProperty("data");
        if (data == null || find(facts.getProperty("owner", "")).isPresent()) {
            return;
        }
        find(facts.getProperty("server", ""))
                .filter(server -> commandLine(server).contains(data))
                .ifPresent(RunningServers::end);
        Directories.delete(Path.of(data));
        Files.deleteIfExists(file);
    }

    private static void end(ProcessHandle server) {
        CompletableFuture<ProcessHandle> ended = server.onExit();
        server.destroy();
        ended.completeOnTimeout(server, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        server.destroyForcibly();
    }

    private static String identity(ProcessHandle process) {
        return process.pid() + " " + startMillis(process);
    }

    private static Optional<ProcessHandle> find(String identity) {
        String[] pidAndStart = identity.split(" ", -1);
        if (pidAndStart.length != 2) {
            return Optional.empty();
        }
        long start = Long.parseLong(pidAndStart[1]);
        return ProcessHandle.of(Long.parseLong(pidAndStart[0]))
                .filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(startMillis(process) - start) < CLOCK_CORRECTION_MILLIS);
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }
}
