package io.yici.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;

/** Bytes in which every part says its own length, so that no two different lists of parts are written alike. */
final class Sections {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Sections tag(int tag) {
        out.write(tag);
        return this;
    }

    Sections number(int number) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
        return this;
    }

    Sections bytes(byte[] bytes) {
        number(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    /** By its UTF-16 units: exact also for a text that no character set can encode. */
    Sections text(String text) {
        ByteBuffer units = ByteBuffer.allocate(text.length() * Character.BYTES);
        units.asCharBuffer().put(text);
        return bytes(units.array());
    }

    Sections texts(Collection<String> texts) {
        number(texts.size());
        texts.forEach(this::text);
        return this;
    }

    byte[] written() {
        return out.toByteArray();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
