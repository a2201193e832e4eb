package io.yici.spring.service;

import io.yici.InvalidOperationException;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

/**
 * Turns what an expression yields into a text part of an identity. Only values with one stable text form are taken, for
 * a key that reads differently on the second try lets the work run twice.
 */
final class KeyText {
    private final String operation;
    private final String part;

    /** Names the part ("key", "caller", "scope") of an operation, for refusals. */
    KeyText(String operation, String part) {
        this.operation = operation;
        this.part = part;
    }

    /** The text of a single value. */
    String ofSingle(@Nullable Object value) {
        Object bare = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (bare == null) {
            throw refused("is missing");
        }
        if (!isStable(bare.getClass())) {
            throw refused("is a " + bare.getClass().getSimpleName()
                    + ", which has no stable text form; name its parts in the expression, or make it text there");
        }
        String text = bare instanceof Enum<?> constant ? constant.name() : bare.toString();
        if (text.isBlank()) {
            throw refused("is blank");
        }
        return text;
    }

    /** The text of a single value, or of several parts, joined so that no two lists of parts give the same text. */
    String of(@Nullable Object value) {
        if (!isSeveral(value)) {
            return ofSingle(value);
        }
        StringBuilder joined = new StringBuilder();
        for (String each : parts(value)) {
            joined.append(each.length()).append(':').append(each);
        }
        return joined.toString();
    }

    /** The texts of the parts of a collection or array, or of the one value. */
    List<String> parts(@Nullable Object value) {
        if (!isSeveral(value)) {
            return List.of(ofSingle(value));
        }
        Collection<?> values = value instanceof Collection<?> collection
                ? collection
                : Arrays.asList(ObjectUtils.toObjectArray(value));
        if (values.isEmpty()) {
            throw refused("is an empty list");
        }
        List<String> texts = new ArrayList<>(values.size());
        for (Object each : values) {
            texts.add(partText(each));
        }
        // The order in which an unordered set is walked is no part of what it says.
        return value instanceof Set<?> ? texts.stream().sorted().toList() : texts;
    }

    private String partText(@Nullable Object each) {
        try {
            return ofSingle(each);
        } catch (InvalidOperationException incomplete) {
            throw refused("has a part that cannot be used; every part must be a present, stable value");
        }
    }

    /** Whether values of a type have one text form, the same in every process. */
    static boolean isStable(Class<?> type) {
        return Enum.class.isAssignableFrom(type)
                || Temporal.class.isAssignableFrom(type)
                || CharSequence.class.isAssignableFrom(type)
                || Stream.of(
                                UUID.class,
                                Long.class,
                                Integer.class,
                                Short.class,
                                Byte.class,
                                BigInteger.class,
                                Character.class,
                                Boolean.class)
                        .anyMatch(type::equals);
    }

    private static boolean isSeveral(@Nullable Object value) {
        return value instanceof Collection<?> || ObjectUtils.isArray(value);
    }

    private InvalidOperationException refused(String fault) {
        return new InvalidOperationException("the " + part + " of operation '" + operation + "' " + fault
                + "; nothing was executed and nothing was stored");
    }
}
