package io.yici.internal;

import io.yici.store.Codec;
import io.yici.store.CodecException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The codec when none was given: text and bytes only, everything else is refused by name. */
public final class PlainCodec implements Codec {
    private static final String REMEDY =
            "; only String and byte[] work without a codec: add yici-json and set one, codec(new Jackson3Codec())";

    @Override
    public String contentType() {
        return "yici/plain";
    }

    @Override
    public byte[] encode(Object value, Type type) {
        throw new CodecException("cannot store " + type.getTypeName() + REMEDY, null);
    }

    @Override
    public @Nullable Object decode(byte[] bytes, String contentType, Type type) {
        throw new CodecException("cannot read " + contentType + " as " + type.getTypeName() + REMEDY, null);
    }

    @Override
    public byte[] canonical(@Nullable Object request) {
        if (request instanceof String text && Text.isWellFormed(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (request instanceof byte[] bytes) {
            return bytes;
        }
        throw new CodecException(
                "cannot fingerprint "
                        + (request == null ? "null" : request.getClass().getName()) + REMEDY,
                null);
    }

    @Override
    public void check(Type type) {
        throw new CodecException("cannot store " + type.getTypeName() + REMEDY, null);
    }
}
