package io.yici.json.internal;

import io.yici.json.JsonParsing;
import io.yici.store.CodecException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** What one Jackson line does for {@link StoredJson}. Both are tuned to write the same bytes for the same value. */
public interface JsonLine {
    /** Writer and reader of one type. */
    Form form(Type type);

    /** The type as the mapper sees it. */
    JsonType describe(Type type);

    /**
     * Writes a request for its canonical form: with type ids wherever a class defines them, sets in one order whatever
     * order they iterate in, and without null properties, so that a new optional one does not change old requests.
     *
     * @throws CodecException when it cannot be written
     */
    byte[] writeRequest(@Nullable Object request);

    /** The strict parser of this line. */
    JsonParsing parsing();

    /** Writer and reader of one type; thread-safe. */
    interface Form {
        /**
         * Writes a value.
         *
         * @throws CodecException when it cannot be written
         */
        byte[] write(Object value);

        /**
         * Reads a value, skipping members the type does not know.
         *
         * @param unknownMember called for each skipped member
         * @throws CodecException when it cannot be read
         */
        @Nullable Object read(byte[] json, Runnable unknownMember);
    }
}
