package io.yici.messaging.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What a process has seen, a line each, in a file outside of the database; what is written survives the process. */
final class Ledger implements AutoCloseable {
    private final Path file;

    private Ledger(Path file) {
        this.file = file;
    }

    static Ledger at(String file) {
        return new Ledger(Path.of(file));
    }

    synchronized void write(String line) {
        try {
            Files.writeString(
                    file, line + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of the message that was committed last; 0 when none was. */
    int last() {
        return lines().stream()
                .filter(line -> line.startsWith("committed "))
                .mapToInt(line -> Integer.parseInt(line.split(" ")[1]))
                .max()
                .orElse(0);
    }

    @Override
    public void close() {}
}
