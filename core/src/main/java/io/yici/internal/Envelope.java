package io.yici.internal;

import io.yici.inbox.Received;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that is known of a message but its content and time, as bytes: a format byte, then texts after their lengths. */
final class Envelope {
    private static final int FORMAT = 1;
    private static final int ABSENT = -1;

    private Envelope() {}

    static byte[] of(Received message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            write(out, message.topic());
            write(out, message.orderingKey());
            write(out, message.brokerId());
            Headers.write(out, message.headers());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** The message again. */
    static Received open(byte[] envelope, byte[] payload, long sentAt) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(envelope))) {
            int format = in.readByte();
            if (format != FORMAT) {
                throw new IllegalStateException("the message was kept in format " + format
                        + ", which this version does not know; update the node");
            }
            String topic = String.valueOf(read(in));
            String orderingKey = read(in);
            String brokerId = String.valueOf(read(in));
            Map<String, String> headers = Headers.read(in);
            return Received.of(topic, payload)
                    .orderedBy(orderingKey)
                    .brokerId(brokerId)
                    .headers(headers)
                    .sentAt(sentAt);
        } catch (IOException broken) {
            throw new UncheckedIOException("the kept message is damaged", broken);
        }
    }

    private static void write(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(ABSENT);
        } else {
            Headers.writeText(out, text);
        }
    }

    private static @Nullable String read(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length == ABSENT ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
