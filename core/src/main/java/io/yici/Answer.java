package io.yici;

import java.lang.reflect.Type;
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
    private final Predicate<? super Throwable> unrecordedOn;
    private final Predicate<? super T> undoneWhen;

    private Answer(
            Type type,
            @Nullable Reference<T> reference,
            Predicate<? super T> unrecordedWhen,
            Predicate<? super Throwable> unrecordedOn,
            Predicate<? super T> undoneWhen) {
        this.type = type;
        this.reference = reference;
        this.unrecordedWhen = unrecordedWhen;
        this.unrecordedOn = unrecordedOn;
        this.undoneWhen = undoneWhen;
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
        return new Answer<>(type, null, value -> false, thrown -> false, value -> false);
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
        return new Answer<>(
                String.class, new Reference<>(reference, rebuild), value -> false, thrown -> false, value -> false);
    }

    /**
     * Declares answers whose work commits but is not recorded, so that the same key runs again (login counters, audit).
     */
    public Answer<T> committedUnrecordedWhen(Predicate<? super T> condition) {
        return new Answer<>(type, reference, condition, unrecordedOn, undoneWhen);
    }

    /** Declares exceptions of the work that commit what it wrote, record nothing, and are then thrown on. */
    public Answer<T> committedUnrecordedOn(Class<? extends Throwable> exception) {
        return committedUnrecordedOn(exception::isInstance);
    }

    /** As {@link #committedUnrecordedOn(Class)}, for those that meet a condition. */
    public Answer<T> committedUnrecordedOn(Predicate<? super Throwable> condition) {
        return new Answer<>(
                type,
                reference,
                unrecordedWhen,
                thrown -> unrecordedOn.test(thrown) || condition.test(thrown),
                undoneWhen);
    }

    /**
     * Declares answers that refuse: what the work wrote is rolled back, and the answer is recorded and given again to
     * repeats, as a {@link Rejection} is. Inside a transaction of the caller it is recorded only where the work could
     * be undone by itself and the caller commits.
     */
    public Answer<T> undoneWhen(Predicate<? super T> condition) {
        return new Answer<>(type, reference, unrecordedWhen, unrecordedOn, condition);
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
        return unrecordedOn.test(thrown);
    }

    /** Whether this value is recorded while the work is undone. */
    public boolean isUndone(T value) {
        return undoneWhen.test(value);
    }

    /** The two directions of an answer kept by reference. */
    public record Reference<T extends @Nullable Object>(
            Function<? super T, String> of, Function<String, ? extends @Nullable T> rebuild) {}
}
