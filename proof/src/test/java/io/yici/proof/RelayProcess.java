package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A started {@link KilledRelay}; closing it ends it, frozen or not. */
final class RelayProcess implements AutoCloseable {
    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private RelayProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "what a relay says");
        reader.setDaemon(true);
        reader.start();
    }

    /** One that answers itself after so many milliseconds, or never. */
    static RelayProcess start(Postbox postbox, String node, long leaseMillis, long answerMillis) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        try {
            RelayProcess started = new RelayProcess(new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-cp",
                            classPath,
                            KilledRelay.class.getName(),
                            postbox.database.jdbcUrl(),
                            postbox.database.user(),
                            postbox.database.password(),
                            node,
                            Long.toString(leaseMillis),
                            Long.toString(answerMillis)))
                    .redirectErrorStream(true)
                    .start());
            started.says("STARTED");
            return started;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
            }
        } catch (IOException ended) {
            said.add("ENDED");
        }
    }

    /** Waits until it has said this. */
    void says(String words) {
        Until.holds(words + " in " + said, () -> said.stream().anyMatch(line -> line.contains(words)));
    }

    /** SIGSTOP. */
    void freeze() {
        signal("-STOP");
    }

    /** SIGCONT. */
    void thaw() {
        signal("-CONT");
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(kill.exitValue()).isZero();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
