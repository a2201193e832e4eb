package io.yici.json.jackson3;

import io.yici.json.CanonicalJson;
import io.yici.json.ReadBack;
import io.yici.json.internal.StoredJson;
import io.yici.store.Codec;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JacksonModule;

/**
 * Stores answers as JSON through Jackson 3, on a mapper of its own: a change to the application's mapper never changes
 * what is stored. Writes the same bytes as {@code io.yici.json.jackson2.Jackson2Codec} and reads what that wrote.
 *
 * <p>Records of other versions of a type can be read as long as they have members in common: unknown members are
 * skipped, absent ones are null, 0, false or an empty Optional. A stored value that does not fit (an unknown enum
 * constant, a fraction for an int) is refused, never bent. Messages name places and types, not contents.
 */
public final class Jackson3Codec implements Codec {
    private final StoredJson json;
    private final CanonicalJson canonicalJson;

    /** For what Jackson itself can write and read. */
    public Jackson3Codec() {
        this(List.of());
    }

    /** With modules for the application's own types; they must keep writing what they wrote. */
    public Jackson3Codec(List<? extends JacksonModule> modules) {
        this(modules, ReadBack.UNTIL_TRUSTED);
    }

    /** With modules, and with a choice how often answers are read back before they are stored. */
    public Jackson3Codec(List<? extends JacksonModule> modules, ReadBack readBack) {
        Jackson3Line line = new Jackson3Line(List.copyOf(modules));
        this.json = new StoredJson(line, readBack);
        this.canonicalJson = CanonicalJson.readBy(line.parsing());
    }

    /** The canonical form of raw JSON, with the default limits. */
    public CanonicalJson canonicalJson() {
        return canonicalJson;
    }

    @Override
    public String contentType() {
        return json.contentType();
    }

    @Override
    public byte[] encode(Object value, Type type) {
        return json.encode(value, type);
    }

    @Override
    public @Nullable Object decode(byte[] bytes, String contentType, Type type) {
        return json.decode(bytes, contentType, type);
    }

    @Override
    public byte[] canonical(@Nullable Object request) {
        return json.canonical(request);
    }

    @Override
    public void check(Type type) {
        json.check(type);
    }
}
