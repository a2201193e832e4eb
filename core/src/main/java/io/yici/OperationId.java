package io.yici;

import io.yici.internal.Digests;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The 32-byte identity of an operation: SHA-256 over its length-prefixed caller, name, scope and key.
 *
 * <p>Two operations are the same exactly when these parts are equal byte for byte; no database collation, padding or
 * truncation takes part in the comparison. Immutable.
 */
public final class OperationId {
    /** Length in bytes. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    private OperationId(byte[] bytes) {
        this.bytes = bytes;
    }

    static OperationId of(String caller, String operation, String scope, String key) {
        return new OperationId(Digests.ofParts(caller, operation, scope, key));
    }

    /** Reads an identity as a store returns it; {@code bytes} must be 32 long. */
    public static OperationId ofBytes(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("bytes: an operation id has 32 bytes, not " + bytes.length);
        }
        return new OperationId(bytes.clone());
    }

    /** A copy of the 32 bytes, as stored. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The first 64 bits, for lock functions that take a number. A collision costs a wait, never correctness. */
    public long lockNumber() {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /** The first twelve hexadecimal digits: safe for logs and error messages, where the key itself never goes. */
    public String shortHash() {
        return HexFormat.of().formatHex(bytes, 0, 6);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OperationId that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return ByteBuffer.wrap(bytes).getInt();
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
