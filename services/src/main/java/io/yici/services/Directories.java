package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The places under {@code target/} that services use. */
final class Directories {
    private static final Path WORKING = Path.of("").toAbsolutePath();

    private Directories() {}

    /** Shared by all modules of the build: unpacked binaries and the records of running servers. */
    static Path shared() {
        return created(buildRoot().resolve("target/services"));
    }

    /** Belongs to the module whose tests run: data, logs, database files. */
    static Path own() {
        return created(WORKING.resolve("target/services"));
    }

    static Path created(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what can be deleted; a server that is just ending may still write, so nothing is promised. */
    static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new Deletion());
        } catch (IOException e) {
            // the next `mvn clean` takes it
        }
    }

    private static Path buildRoot() {
        for (Path directory = WORKING; directory != null; directory = directory.getParent()) {
            if (Files.isDirectory(directory.resolve(".mvn"))) {
                return directory;
            }
        }
        return WORKING;
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
