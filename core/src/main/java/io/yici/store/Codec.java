package io.yici.store;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Turns answers into bytes and back, exactly, and requests into a canonical form. Text, bytes, null and void never
 * reach it. Thread-safe; owes what {@code io.yici.test.CodecContract} checks.
 */
public interface Codec {
    /** Names the encoding, at most 64 ASCII characters; stored beside each answer. */
    String contentType();

    /**
     * Writes a value of the type.
     *
     * @throws CodecException when it cannot be written, or would not be read back equal where that can be known
     */
    byte[] encode(Object value, Type type);

    /**
     * Reads a value of the type.
     *
     * @param contentType as stored
     * @throws CodecException when these bytes or this content type cannot be read as the type
     */
    @Nullable Object decode(byte[] bytes, String contentType, Type type);

    /** The canonical form of a request: equal for requests that ask the same, different for those that do not. */
    byte[] canonical(@Nullable Object request);

    /**
     * Refuses, before anything runs, types that could not be stored and read back: {@code Object}, wildcards, raw
     * generic and asynchronous types.
     *
     * @throws CodecException saying why
     */
    void check(Type type);
}
