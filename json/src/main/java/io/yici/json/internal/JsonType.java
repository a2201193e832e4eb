package io.yici.json.internal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Java type as a mapper sees it, resolved; equal for equal types. */
public interface JsonType {
    /** The class without its parameters. */
    Class<?> raw();

    /** What it contains: elements, keys and values, type arguments. */
    List<JsonType> contents();

    /** The properties the mapper writes, by name; empty for values without properties. */
    Map<String, JsonType> properties();

    /** Why the mapper cannot create one, where that can be told from the type; else null. */
    @Nullable String unreadable();
}
