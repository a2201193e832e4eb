package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of {@code ./run}, with what it prints in two files. Closing it kills the process, when it still lives. */
public final class Started implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern ADDRESS =
            Pattern.compile("(?m)^Yici (?:order service|fulfilment): http://127\\.0\\.0\\.1:(\\d+)$");

    private final Process process;
    private final Path output;
    private final Path errors;

    private Started(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /** Starts the script in a directory of its own, so that it has to find its way home. */
    public static Started run(Path directory, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of(options));
        Path output = Files.createTempFile(directory, "output", ".txt");
        Path errors = Files.createTempFile(directory, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("MAVEN_OPTS", "-Dmaven.repo.local=" + System.getProperty("maven.repo.local"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return new Started(builder.start(), output, errors);
    }

    /** Waits for the address and returns its port. */
    public int port() throws IOException, InterruptedException {
        Matcher printed = await(ADDRESS);
        return Integer.parseInt(printed.group(1));
    }

    /** Waits for something to be printed; fails when the process ends before. */
    Matcher await(Pattern text) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            boolean over = !process.isAlive();
            Matcher matcher = text.matcher(output());
            if (matcher.find()) {
                return matcher;
            }
            assertThat(over || System.nanoTime() > deadline)
                    .as("%s is not printed; %s %s", text, output(), errors())
                    .isFalse();
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Waits for the end and returns the exit code. */
    int end() throws InterruptedException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("ends")
                .isTrue();
        return process.exitValue();
    }

    /** SIGTERM, as {@code kill} and containers send it. */
    void terminate() {
        process.destroy();
    }

    /** SIGKILL: nothing can be tidied up. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        end();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** Tests run in the module's directory. */
    private static Path script() {
        return Path.of("../../run").toAbsolutePath().normalize();
    }
}
