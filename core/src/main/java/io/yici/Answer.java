package io.yici;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the answer of an operation is kept for its repeats: stored as a copy, or rebuilt from business data. Immutable.
 */
public final class Answer<T extends @Nullable Object> {
    private final Type type;
    private final @Nullable Reference<T> reference;
    private final Predicate<? super T> unrecordedWhen;
    private final List<Class<? extends Throwable>> unrecordedOn;

    private Answer(
            Type type,
            @Nullable Reference<T> reference,
            Predicate<? super T> unrecordedWhen,
            List<Class<? extends Throwable>> unrecordedOn) {
        this.type = type;
        this.reference = reference;
        this.unrecordedWhen = unrecordedWhen;
        this.unrecordedOn = unrecordedOn;
    }

    /** Stores the answer; it is read back as this class. */
    public static <T> Answer<T> stored(Class<T> type) {
        return storedAs(type);
    }

    /**
     * Stores the answer; it is read back as this, possibly generic, type. The caller vouches that {@code T} is that
     * type.
     */
    public static <T extends @Nullable Object> Answer<T> storedAs(Type type) {
        return new Answer<>(type, null, value -> false, List.of());
    }

    /** There is no answer to keep, only the fact that the work was done. */
    public static Answer<@Nullable Void> nothing() {
        return storedAs(void.class);
    }

    /**
     * Keeps a short reference instead of a copy: repeats rebuild today's answer from business data. No second copy of
     * personal data, no stale format; not faster.
     *
     * @param reference names the answer, at most 1024 characters, for instance an order number
     * @param rebuild finds it again, inside a transaction; null when the rows are gone, which the caller meets as
     *     {@link AnswerNotKeptException}, never as a second run
     */
    public static <T extends @Nullable Object> Answer<T> rebuilt(
            Function<? super T, String> reference, Function<String, ? extends @Nullable T> rebuild) {
        return new Answer<>(String.class, new Reference<>(reference, rebuild), value -> false, List.of());
    }

    /**
     * Declares answers whose work commits but is not recorded, so that the same key runs again (login counters, audit).
     */
    public Answer<T> committedUnrecordedWhen(Predicate<? super T> condition) {
        return new Answer<>(type, reference, condition, unrecordedOn);
    }

    /** Declares exceptions of the work that commit what it wrote, record nothing, and are then thrown on. */
    public Answer<T> committedUnrecordedOn(Class<? extends Throwable> exception) {
        List<Class<? extends Throwable>> more = new ArrayList<>(unrecordedOn);
        more.add(exception);
        return new Answer<>(type, reference, unrecordedWhen, List.copyOf(more));
    }

    /** The type it is read back as. */
    public Type type() {
        return type;
    }

    /** How it is rebuilt, or null when it is stored. */
    public @Nullable Reference<T> reference() {
        return reference;
    }

    /** Whether this value is committed without a record. */
    public boolean isUnrecorded(T value) {
        return unrecordedWhen.test(value);
    }

    /** Whether this exception commits without a record. */
    public boolean isUnrecorded(Throwable thrown) {
        return unrecordedOn.stream().anyMatch(type -> type.isInstance(thrown));
    }

    /** The two directions of an answer kept by reference. */
    public record Reference<T extends @Nullable Object>(
            Function<? super T, String> of, Function<String, ? extends @Nullable T> rebuild) {}
}
