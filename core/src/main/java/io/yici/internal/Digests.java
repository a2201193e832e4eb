package io.yici.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over whole contents and over length-prefixed parts. */
public final class Digests {
    private Digests() {}

    /** Digests one content. */
    public static byte[] of(byte[] content) {
        return sha256().digest(content);
    }

    /** Digests several texts so that no two different lists give the same input. */
    public static byte[] ofParts(String... parts) {
        return of(framed(parts));
    }

    /** Several texts as one content, each after its length, so that no two different lists give the same. */
    public static byte[] framed(String... parts) {
        byte[][] encoded = new byte[parts.length][];
        int length = 0;
        for (int index = 0; index < parts.length; index++) {
            encoded[index] = parts[index].getBytes(StandardCharsets.UTF_8);
            length += Integer.BYTES + encoded[index].length;
        }
        ByteBuffer content = ByteBuffer.allocate(length);
        for (byte[] part : encoded) {
            content.putInt(part.length).put(part);
        }
        return content.array();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
