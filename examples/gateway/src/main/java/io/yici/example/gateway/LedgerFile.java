package io.yici.example.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ledger on disk: JSON lines that are only ever appended, each forced to the disk before its answer goes out. A
 * last line without its line feed is what a kill left of an append nobody was answered for, and is cut off at the next
 * start.
 */
final class LedgerFile implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Path path;
    private final FileChannel channel;

    private LedgerFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Opens or creates the file, and reads every line back.
     *
     * @throws IOException when it cannot be opened or read
     * @throws IllegalStateException when another gateway uses it
     */
    static LedgerFile open(Path path, Consumer<LedgerLine> reader) throws IOException {
        try {
            LedgerFile file = new LedgerFile(
                    path,
                    FileChannel.open(
                            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
            try {
                file.lock();
                file.read(reader);
                return file;
            } catch (IOException | RuntimeException failed) {
                file.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new IOException("the ledger " + path + " cannot be opened: " + failed, failed);
        }
    }

    void append(LedgerLine line) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(line) + "\n");
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException failed) {
            throw new UncheckedIOException("the ledger " + path + " cannot be written", failed);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("the ledger " + path + " cannot be closed", failed);
        }
    }

    private void lock() throws IOException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException held) {
            // Held in this JVM; refused below, as when another process holds it.
        }
        throw new IllegalStateException("the ledger " + path + " is in use by another gateway");
    }

    /** Through the channel: closing any other descriptor of the file would give its lock back. */
    private void read(Consumer<LedgerLine> reader) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            continue;
        }
        String text = StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        whole.lines().map(line -> JSON.readValue(line, LedgerLine.class)).forEach(reader);
        int length = whole.getBytes(StandardCharsets.UTF_8).length;
        channel.truncate(length);
        channel.position(length);
    }
}
