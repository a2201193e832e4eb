package io.yici.spring.http;

import io.yici.MisuseException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of a response until they may be sent: in memory, and beyond a limit in a temporary file. Used by one
 * thread; closing it deletes the file.
 */
final class HeldBody extends OutputStream {
    private static final Logger LOG = LoggerFactory.getLogger(HeldBody.class);

    private final long memoryLimit;
    private final long limit;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream(512);
    private @Nullable Path file;
    private @Nullable OutputStream toFile;
    private long length;

    /** Holds at most {@code limit} bytes; more is refused. */
    HeldBody(long memoryLimit, long limit) {
        this.memoryLimit = memoryLimit;
        this.limit = limit;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /**
     * Fails by an unchecked exception: an {@code IOException} of a response means to Spring that the client has gone,
     * which it answers with nothing, and a {@code PrintWriter} goes on after one as if all had been written.
     */
    @Override
    public void write(byte[] bytes, int offset, int count) {
        if (length + count > limit) {
            throw new MisuseException(
                    null,
                    "The response is longer than yici.http.response-limit (" + limit
                            + " bytes), so it cannot be held back until the commit.",
                    null);
        }
        try {
            place(count).write(bytes, offset, count);
        } catch (IOException stuck) {
            throw new UncheckedIOException("The response could not be held back in a temporary file", stuck);
        }
        length += count;
    }

    private OutputStream place(int count) throws IOException {
        if (toFile != null) {
            return toFile;
        }
        if (length + count <= memoryLimit) {
            return memory;
        }
        file = Files.createTempFile("yici-response-", ".tmp");
        toFile = Files.newOutputStream(file);
        memory.writeTo(toFile);
        memory.reset();
        return toFile;
    }

    long length() {
        return length;
    }

    /** All of it; only for bodies that fit into memory. */
    byte[] bytes() throws IOException {
        if (file == null || toFile == null) {
            return memory.toByteArray();
        }
        toFile.flush();
        return Files.readAllBytes(file);
    }

    void writeTo(OutputStream target) throws IOException {
        if (file == null || toFile == null) {
            memory.writeTo(target);
        } else {
            toFile.flush();
            Files.copy(file, target);
        }
    }

    /** Forgets everything that was written. */
    void clear() {
        close();
        memory.reset();
        length = 0;
    }

    @Override
    public void close() {
        try {
            if (toFile != null) {
                toFile.close();
            }
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException stuck) {
            LOG.warn("A temporary file of a response could not be deleted: {}", file, stuck);
        }
        toFile = null;
        file = null;
    }
}
