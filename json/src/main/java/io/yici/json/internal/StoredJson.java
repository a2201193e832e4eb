package io.yici.json.internal;

import io.yici.json.CanonicalJson;
import io.yici.json.ReadBack;
import io.yici.json.RefusedJsonException;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import java.lang.reflect.Type;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The codec over one Jackson line: what it checks, and when. */
public final class StoredJson implements Codec {
    /** The encoding both lines write and read; the number changes when stored bytes would be read differently. */
    private static final String CONTENT_TYPE = "application/json;yici=1";

    /** Nesting that is written and read: of answers and of requests that are objects already. */
    public static final int MAX_DEPTH = 1000;

    private final JsonLine line;
    private final ReadBack readBack;
    private final CanonicalJson requests;
    private final ConcurrentMap<Type, KnownType> types = new ConcurrentHashMap<>();

    /** Stores through this line. */
    public StoredJson(JsonLine line, ReadBack readBack) {
        this.line = line;
        this.readBack = readBack;
        this.requests = CanonicalJson.readBy(line.parsing())
                .maxBytes(Integer.MAX_VALUE)
                .maxDepth(MAX_DEPTH)
                .maxDigits(Integer.MAX_VALUE);
    }

    @Override
    public String contentType() {
        return CONTENT_TYPE;
    }

    @Override
    public byte[] encode(Object value, Type type) {
        KnownType known = known(type);
        byte[] json = known.form().write(value);
        if (known.trust().isDue(readBack)) {
            RoundTrip.check(value, json, known.raw(), known.form());
            known.trust().gained();
        }
        return json;
    }

    @Override
    public @Nullable Object decode(byte[] bytes, String contentType, Type type) {
        if (!contentType.equals(CONTENT_TYPE)) {
            throw new CodecException(
                    "The stored answer is " + contentType + "; this codec reads only " + CONTENT_TYPE, null);
        }
        JsonLine.Form form = known(type).form();
        AtomicBoolean skipped = new AtomicBoolean();
        Object value = form.read(bytes, () -> skipped.set(true));
        if (skipped.get() && value != null && isForeign(bytes, form.write(value))) {
            throw new CodecException(
                    "The stored answer has no member in common with " + type.getTypeName()
                            + ", or with one of its parts: it was written from another type",
                    null);
        }
        return value;
    }

    @Override
    public byte[] canonical(@Nullable Object request) {
        try {
            return requests.of(line.writeRequest(request));
        } catch (RefusedJsonException refused) {
            throw new CodecException("The request has no canonical form: " + refused.getMessage(), refused);
        }
    }

    @Override
    public void check(Type type) {
        known(type);
    }

    private boolean isForeign(byte[] stored, byte[] understood) {
        return MemberNames.in(stored, line.parsing()).areForeignTo(MemberNames.in(understood, line.parsing()));
    }

    private KnownType known(Type type) {
        KnownType known = types.get(type);
        return known != null ? known : types.computeIfAbsent(type, this::learn);
    }

    private KnownType learn(Type type) {
        boolean closed = AnswerTypes.check(type, line);
        return new KnownType(line.form(type), line.describe(type).raw(), new Trust(closed));
    }

    /** A type that was checked. */
    private record KnownType(JsonLine.Form form, Class<?> raw, Trust trust) {}
}
