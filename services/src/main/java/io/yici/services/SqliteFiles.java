package io.yici.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** SQLite databases: files under {@code target/}, opened the way our documentation recommends. */
final class SqliteFiles implements DatabaseServer {
    private static final String PARAMETERS =
            "?journal_mode=WAL&busy_timeout=5000&transaction_mode=IMMEDIATE&foreign_keys=true";

    private final Path folder = Directories.created(Directories.own().resolve("sqlite"));

    @Override
    public Login create(String name) {
        return new Login("jdbc:sqlite:" + file(name) + PARAMETERS, "", "");
    }

    @Override
    public void drop(String name) {
        for (String suffix : new String[] {"", "-wal", "-shm", "-journal"}) {
            try {
                Files.deleteIfExists(Path.of(file(name) + suffix));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Path file(String name) {
        return folder.resolve(name + ".db");
    }
}
