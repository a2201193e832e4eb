package io.yici.internal;

import io.yici.Rejection;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** How a rejection is stored: a version byte, then length-prefixed UTF-8 texts. Needs no codec. */
final class RejectionFormat {
    private static final String CONTENT_TYPE = "yici/rejection";

    private static final int VERSION = 1;

    private RejectionFormat() {}

    /** The end of a run that was refused. */
    static Completion completion(Rejection rejection) {
        return new Completion(RecordState.REJECTED, encode(rejection), CONTENT_TYPE);
    }

    /** Whether a record holds a rejection to be thrown; a refusal may also be recorded as an answer. */
    static boolean holds(OperationRecord record) {
        return record.state() == RecordState.REJECTED && CONTENT_TYPE.equals(record.resultType());
    }

    private static byte[] encode(Rejection rejection) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(out, rejection.code());
            write(out, rejection.message());
            out.writeInt(rejection.details().size());
            for (Map.Entry<String, String> detail : new TreeMap<>(rejection.details()).entrySet()) {
                write(out, detail.getKey());
                write(out, detail.getValue());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Reads a recorded refusal; a {@link CodecException} says why it cannot be read. */
    static Rejection decode(OperationRecord record) {
        byte[] result = record.result();
        if (result == null || !CONTENT_TYPE.equals(record.resultType())) {
            throw new CodecException("the record of a rejection holds " + record.resultType(), null);
        }
        return decode(result);
    }

    private static Rejection decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new CodecException("a rejection of format " + version + " cannot be read by this version", null);
            }
            String code = read(in);
            String message = read(in);
            Map<String, String> details = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                details.put(read(in), read(in));
            }
            return Rejection.of(code, message, details);
        } catch (IOException cut) {
            throw new CodecException("a stored rejection is damaged", cut);
        }
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("length out of bounds");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
