package io.yici.json.internal;

import io.yici.json.internal.JsonLine.Form;
import io.yici.store.CodecException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Proves that what was written is read back as the same. */
final class RoundTrip {
    private static final String LOST = ": something it writes is lost or changed when it is read (a property without"
            + " setter or constructor parameter, an order that is not kept)";
    private static final String UNWRITTEN = ": it holds something that is not written (a field without getter, a date"
            + " cut by a pattern), or a collection of another kind than the type declares";

    private RoundTrip() {}

    /** @throws CodecException when repeats would get another value than the first caller */
    static void check(Object value, byte[] json, Class<?> declared, Form form) {
        Object again = read(value, json, form);
        if (again == null) {
            throw differs(value, "null");
        }
        if (isDecided(declared) && again.getClass() != value.getClass()) {
            throw differs(value, "a " + again.getClass().getName() + "; declare the type that is returned");
        }
        if (!Arrays.equals(json, form.write(again))) {
            throw differs(value, "one that is written differently" + component(value, again) + LOST);
        }
        if (!isEqual(value, again) && isEqual(again, read(value, json, form))) {
            throw differs(value, "one that is not equal to it" + component(value, again) + UNWRITTEN);
        }
    }

    /** The component of a record that differs, to look there first. */
    private static String component(Object value, Object again) {
        if (value.getClass() != again.getClass() || !value.getClass().isRecord()) {
            return "";
        }
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            try {
                Method accessor = component.getAccessor();
                if (accessor.trySetAccessible() && !isEqual(accessor.invoke(value), accessor.invoke(again))) {
                    return ", in its component " + component.getName();
                }
            } catch (ReflectiveOperationException silent) {
                return "";
            }
        }
        return "";
    }

    private static @Nullable Object read(Object value, byte[] json, Form form) {
        try {
            return form.read(json, () -> {});
        } catch (CodecException unreadable) {
            throw new CodecException(
                    "A " + value.getClass().getName() + " was written but cannot be read back: " + unreadable.message(),
                    unreadable.getCause());
        }
    }

    /** Whether the declared class is the one to create; containers and abstract types leave it to the mapper. */
    private static boolean isDecided(Class<?> declared) {
        return !declared.isPrimitive()
                && !Modifier.isAbstract(declared.getModifiers())
                && !Collection.class.isAssignableFrom(declared)
                && !Map.class.isAssignableFrom(declared);
    }

    /**
     * Whether two values are equal, asked both ways, since collections of persistence frameworks compare by identity.
     * Values that are not even equal to a second copy of themselves have no equality by content; the caller asks that.
     */
    private static boolean isEqual(@Nullable Object value, @Nullable Object other) {
        if (value == null || other == null) {
            return value == other;
        }
        try {
            return value.equals(other)
                    || other.equals(value)
                    || (value instanceof Collection<?> some
                            && other instanceof Collection<?> others
                            && new ArrayList<>(some).equals(new ArrayList<>(others)));
        } catch (RuntimeException incomparable) {
            return false;
        }
    }

    private static CodecException differs(Object value, String found) {
        return new CodecException("A " + value.getClass().getName() + " would be read back as " + found, null);
    }
}
