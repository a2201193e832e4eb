package io.yici.json.internal;

import io.yici.store.CodecException;
import java.io.Serializable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks through an answer type, down to the properties of its parts, for what could not be stored and read back. Two
 * passes: the declared type still shows wildcards and raw uses; the mapper's view shows what it would write and create.
 */
final class AnswerTypes {
    /** Supertypes that do not say which class to create. */
    private static final Map<Class<?>, String> TOO_GENERAL = Map.of(
            Object.class, "Object",
            Serializable.class, "Serializable",
            Comparable.class, "Comparable",
            Cloneable.class, "Cloneable",
            Number.class, "Number",
            Record.class, "Record",
            Enum.class, "Enum");

    private final Type declared;
    private final Set<JsonType> seen = new HashSet<>();
    private boolean closed = true;

    private AnswerTypes(Type declared) {
        this.declared = declared;
    }

    /**
     * Refuses what cannot be stored.
     *
     * @return whether no value of this type can hold a class that is not seen in the type
     * @throws CodecException saying why, and what to return instead
     */
    static boolean check(Type type, JsonLine line) {
        AnswerTypes types = new AnswerTypes(type);
        types.refuseUndecided(type);
        types.look(line.describe(type), "");
        return types.closed;
    }

    private void refuseUndecided(Type type) {
        if (type instanceof WildcardType || type instanceof TypeVariable) {
            throw refused("", type.getTypeName() + " does not say which class to read; name the class");
        } else if (type instanceof ParameterizedType generic) {
            refuse(generic.getRawType() instanceof Class<?> raw ? NotValues.reason(raw) : null, "", type);
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::refuseUndecided);
        } else if (type instanceof GenericArrayType array) {
            refuseUndecided(array.getGenericComponentType());
        } else if (type instanceof Class<?> plain) {
            refuse(NotValues.reason(plain), "", type);
            if (plain.isArray()) {
                refuseUndecided(plain.getComponentType());
            } else if (plain.getTypeParameters().length > 0) {
                throw refused(
                        "",
                        plain.getName() + " is used without its type arguments, so its parts would come back as maps;"
                                + " name them, as in " + plain.getSimpleName() + "<Receipt>");
            }
        }
    }

    private void look(JsonType type, String path) {
        if (!seen.add(type)) {
            return;
        }
        Class<?> raw = type.raw();
        refuse(NotValues.reason(raw), path, raw);
        String general = TOO_GENERAL.get(raw);
        if (general != null) {
            throw refused(
                    path,
                    general + " does not say which class to read; declare the class, a record or a sealed"
                            + " interface with @JsonTypeInfo");
        }
        String unreadable = type.unreadable();
        if (unreadable != null) {
            throw refused(path, unreadable);
        }
        if (raw == Optional.class && type.contents().stream().anyMatch(content -> content.raw() == Optional.class)) {
            throw refused(
                    path, "an Optional of an Optional is null in JSON whether the outer or the inner one is empty");
        }
        closed &= isClosed(type);
        type.contents()
                .forEach(content -> look(content, path + "<" + content.raw().getSimpleName() + ">"));
        type.properties().forEach((name, property) -> look(property, path + "." + name));
    }

    /** Containers and JDK values are what they are; of the user's classes only final ones have no subclass. */
    private static boolean isClosed(JsonType type) {
        Class<?> raw = type.raw();
        return raw.isPrimitive()
                || raw.isArray()
                || raw.isEnum()
                || Modifier.isFinal(raw.getModifiers())
                || raw.getName().startsWith("java.");
    }

    private void refuse(@Nullable String reason, String path, Type found) {
        if (reason != null) {
            throw refused(path, found.getTypeName() + " cannot be stored: " + reason);
        }
    }

    private CodecException refused(String path, String why) {
        String where = path.isEmpty() ? "" : " (at " + path + ")";
        return new CodecException(
                "Answers of type " + declared.getTypeName() + " are refused" + where + ": " + why, null);
    }
}
