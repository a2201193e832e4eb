package io.yici.internal;

import io.yici.Answer;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import io.yici.store.Completion;
import io.yici.store.OperationRecord;
import io.yici.store.RecordState;
import io.yici.store.StoredValue;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an answer becomes the result of a record and back. Nothing, text and bytes have their own forms; the codec does
 * the rest.
 */
final class AnswerFormat {
    /** How an answer without a value is kept. */
    static final String NOTHING = "yici/nothing";

    private static final String REFERENCE = "yici/reference";
    private static final String TEXT = "text/plain";
    private static final String BYTES = "application/octet-stream";
    private static final int REFERENCE_LENGTH = 1024;

    private final Codec codec;

    AnswerFormat(Codec codec) {
        this.codec = codec;
    }

    /** Encodes an answer; a {@link CodecException} says why it cannot be stored. */
    <T extends @Nullable Object> Completion completion(Answer<T> answer, T value) {
        Answer.Reference<T> reference = answer.reference();
        if (reference != null) {
            return finished(referenceOf(reference.of().apply(value)), REFERENCE);
        }
        StoredValue stored = stored(value, answer.type());
        return finished(stored.bytes(), stored.type());
    }

    /** Encodes a value of the type; a {@link CodecException} says why it cannot be stored. */
    StoredValue stored(@Nullable Object value, Type type) {
        if (value == null || isVoid(type)) {
            nothing(type);
            return new StoredValue(null, NOTHING);
        }
        if (type == String.class) {
            return new StoredValue(utf8((String) value), TEXT);
        }
        if (type == byte[].class) {
            return new StoredValue(((byte[]) value).clone(), BYTES);
        }
        return new StoredValue(codec.encode(value, type), codec.contentType());
    }

    /** Refuses a type whose values could not be stored; a {@link CodecException} says why. */
    void check(Type type) {
        if (!isVoid(type) && type != String.class && type != byte[].class) {
            codec.check(type);
        }
    }

    /** The same answer as the end of a run that refused, and whose work was undone. */
    static Completion refusal(Completion answer) {
        return new Completion(RecordState.REJECTED, answer.result(), answer.resultType());
    }

    /** Decodes a stored answer; a {@link CodecException} says why it cannot be read. */
    // Whoever made the Answer vouches that T is its type; null is only read back where null was returned.
    @SuppressWarnings({"unchecked", "NullAway"})
    <T extends @Nullable Object> T value(Answer<T> answer, OperationRecord record) {
        return (T) value(answer.type(), new StoredValue(record.result(), String.valueOf(record.resultType())));
    }

    /** Decodes a stored value of the type; a {@link CodecException} says why it cannot be read. */
    @Nullable Object value(Type type, StoredValue stored) {
        String contentType = stored.type();
        byte[] bytes = stored.bytes();
        if (contentType.equals(NOTHING)) {
            return nothing(type);
        }
        if (bytes == null) {
            throw new CodecException("the record of type " + contentType + " has no result", null);
        }
        if (contentType.equals(TEXT) && type == String.class) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (contentType.equals(BYTES) && type == byte[].class) {
            return bytes.clone();
        }
        if (contentType.startsWith("yici/") || contentType.equals(TEXT) || contentType.equals(BYTES)) {
            throw new CodecException(
                    "the record holds " + contentType + ", which is not a " + type.getTypeName(), null);
        }
        return codec.decode(bytes, contentType, type);
    }

    /** The reference by which an answer was kept; a {@link CodecException} when it was kept otherwise. */
    static String reference(OperationRecord record) {
        if (!REFERENCE.equals(record.resultType())) {
            throw new CodecException("the record holds " + record.resultType() + ", not a reference", null);
        }
        return new String(Objects.requireNonNullElse(record.result(), new byte[0]), StandardCharsets.UTF_8);
    }

    private static @Nullable Object nothing(Type type) {
        if (type instanceof Class<?> plain && plain.isPrimitive() && plain != void.class) {
            throw new CodecException("nothing is not a " + type.getTypeName(), null);
        }
        return null;
    }

    private static Completion finished(byte @Nullable [] result, String contentType) {
        return new Completion(RecordState.FINISHED, result, contentType);
    }

    private static byte[] referenceOf(@Nullable String reference) {
        if (reference == null || reference.length() > REFERENCE_LENGTH) {
            throw new CodecException(
                    "the reference to an answer must be text of at most " + REFERENCE_LENGTH + " characters", null);
        }
        return utf8(reference);
    }

    private static byte[] utf8(String text) {
        if (!Text.isWellFormed(text)) {
            throw new CodecException("text with a lone surrogate cannot be stored exactly", null);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isVoid(Type type) {
        return type == void.class || type == Void.class;
    }
}
