package io.yici.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Headers as bytes: a format byte, their number, then names and values after their lengths. */
final class Headers {
    private static final int FORMAT = 1;

    private Headers() {}

    /** Null when there are none. */
    static byte @Nullable [] encoded(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            write(out, headers);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    static Map<String, String> decoded(byte @Nullable [] bytes) {
        if (bytes == null) {
            return Map.of();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int format = in.readByte();
            if (format != FORMAT) {
                throw new IllegalStateException("headers were kept in format " + format
                        + ", which this version does not know; update the node");
            }
            return read(in);
        } catch (IOException broken) {
            throw new UncheckedIOException("kept headers are damaged", broken);
        }
    }

    static void write(DataOutputStream out, Map<String, String> headers) throws IOException {
        out.writeInt(headers.size());
        for (Map.Entry<String, String> header : headers.entrySet()) {
            writeText(out, header.getKey());
            writeText(out, header.getValue());
        }
    }

    static Map<String, String> read(DataInputStream in) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            headers.put(readText(in), readText(in));
        }
        return Collections.unmodifiableMap(headers);
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
