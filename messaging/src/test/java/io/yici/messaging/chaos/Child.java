package io.yici.messaging.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process of one role, that is killed and started again under the same name. */
final class Child {
    private final String name;
    private final Class<?> role;
    private final List<String> arguments;
    private final Path log;
    private @Nullable Process process;

    Child(String name, Class<?> role, Path directory, List<String> arguments) {
        this.name = name;
        this.role = role;
        this.arguments = arguments;
        this.log = directory.resolve(name + ".log");
    }

    String name() {
        return name;
    }

    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                role.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Whether it has come to its end by itself, and well. */
    boolean isFinished() {
        return process != null && !process.isAlive() && process.exitValue() == 0;
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }
}
