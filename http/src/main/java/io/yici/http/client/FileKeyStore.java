package io.yici.http.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keys in files of one directory, one file for each intent: they outlive the process and are shared by all that use the
 * directory.
 *
 * <p>A key is written aside, forced to the disk, and then linked to its name, so it is there whole or not at all, and
 * of two processes one is first. Needs a file system with hard links (local disks have them). Blocks on the disk;
 * thread-safe.
 */
public final class FileKeyStore implements KeyStore {
    private static final String FORMAT = "yici-key-1";

    private final Path directory;
    private final Clock clock;

    /**
     * Opens the directory, making it when it is missing.
     *
     * @throws KeyStoreException when it cannot be made
     */
    public FileKeyStore(Path directory) {
        this(directory, Clock.systemUTC());
    }

    FileKeyStore(Path directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
        try {
            Files.createDirectories(directory);
        } catch (IOException failure) {
            throw new KeyStoreException(
                    "The directory of keys " + directory + " could not be made: " + failure.getMessage() + ".",
                    "Name a directory that can be written.",
                    failure);
        }
    }

    @Override
    public StoredKey keyFor(String intent, Supplier<String> fresh) {
        Path file = fileOf(intent);
        try {
            Optional<StoredKey> kept = read(file, intent);
            if (kept.isPresent()) {
                return kept.get();
            }
            StoredKey made = new StoredKey(fresh.get(), Instant.ofEpochMilli(clock.millis()));
            return keep(file, made, intent) ? made : read(file, intent).orElseThrow(() -> forgottenMeanwhile(intent));
        } catch (IOException | UnsupportedOperationException failure) {
            throw failed("kept", intent, failure);
        }
    }

    @Override
    public void forget(String intent) {
        try {
            Files.deleteIfExists(fileOf(intent));
            forceDirectory();
        } catch (IOException failure) {
            throw failed("forgotten", intent, failure);
        }
    }

    private Optional<StoredKey> read(Path file, String intent) throws IOException {
        try {
            String[] lines = Files.readString(file).split("\n", 4);
            if (lines.length != 4 || !lines[0].equals(FORMAT) || !lines[3].equals(intent + "\n")) {
                throw new IOException("file " + file + " is not a key of this intent");
            }
            return Optional.of(
                    new StoredKey(KeyText.checked(lines[2]), Instant.ofEpochMilli(Long.parseLong(lines[1]))));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IllegalArgumentException | DateTimeException unreadable) {
            throw new IOException("file " + file + " is damaged", unreadable);
        }
    }

    /** False when another was first. */
    private boolean keep(Path file, StoredKey key, String intent) throws IOException {
        Path aside = Files.createTempFile(directory, "new-", ".tmp");
        try {
            write(
                    aside,
                    String.join("\n", FORMAT, Long.toString(key.since().toEpochMilli()), key.key(), intent) + "\n");
            Files.createLink(file, aside);
            return true;
        } catch (FileAlreadyExistsException rival) {
            return false;
        } finally {
            Files.deleteIfExists(aside);
            forceDirectory();
        }
    }

    private static void write(Path file, String text) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Without it the name could be lost with the power, and the key with it. Windows has no such thing and no need. */
    private void forceDirectory() throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private Path fileOf(String intent) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(intent.getBytes(StandardCharsets.UTF_8));
            return directory.resolve(HexFormat.of().formatHex(digest) + ".key");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private static IOException forgottenMeanwhile(String intent) {
        return new IOException("the key of " + intent + " was forgotten while it was asked for");
    }

    private static KeyStoreException failed(String what, String name, Exception cause) {
        return new KeyStoreException(
                "The key of '" + name + "' could not be " + what + ": " + cause.getMessage() + ".",
                "Nothing was sent; mend the key store's directory, then call again.",
                cause);
    }
}
