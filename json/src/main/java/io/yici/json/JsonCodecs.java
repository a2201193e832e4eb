package io.yici.json;

import io.yici.json.jackson2.Jackson2Codec;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.store.Codec;
import java.util.List;
import java.util.Optional;

/**
 * Finds the codec for the Jackson on the class path: Jackson 3, else Jackson 2, whose modules for {@code Optional},
 * {@code java.time} and parameter names must be there too. Which one is found changes nothing in what is stored.
 */
public final class JsonCodecs {
    private static final List<String> JACKSON_3 = List.of("tools.jackson.databind.json.JsonMapper");
    private static final List<String> JACKSON_2 = List.of(
            "com.fasterxml.jackson.databind.json.JsonMapper",
            "com.fasterxml.jackson.datatype.jdk8.Jdk8Module",
            "com.fasterxml.jackson.datatype.jsr310.JavaTimeModule",
            "com.fasterxml.jackson.module.paramnames.ParameterNamesModule");

    private JsonCodecs() {}

    /** The codec; empty where no Jackson is complete. */
    public static Optional<Codec> detect() {
        if (arePresent(JACKSON_3)) {
            return Optional.of(new Jackson3Codec());
        }
        return arePresent(JACKSON_2) ? Optional.of(new Jackson2Codec()) : Optional.empty();
    }

    /** The canonical form of raw JSON, with the default limits; empty where no Jackson is complete. */
    public static Optional<CanonicalJson> canonicalJson() {
        if (arePresent(JACKSON_3)) {
            return Optional.of(new Jackson3Codec().canonicalJson());
        }
        return arePresent(JACKSON_2) ? Optional.of(new Jackson2Codec().canonicalJson()) : Optional.empty();
    }

    private static boolean arePresent(List<String> classes) {
        return classes.stream().allMatch(JsonCodecs::isPresent);
    }

    private static boolean isPresent(String name) {
        try {
            Class.forName(name, false, JsonCodecs.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
