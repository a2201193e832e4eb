package io.yici.spring.service;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Marks, on each thread, the guarded method that is about to be entered inside a transaction begun for it, so that the
 * transaction interceptor next in line joins that one. Thread-safe.
 */
public final class Entrances {
    @SuppressWarnings("ThreadLocalUsage") // one for each application, with the life of its beans
    private final ThreadLocal<@Nullable Declaration> entering = new ThreadLocal<>();

    /** Made once for an application. */
    public Entrances() {}

    /** Marks a method as about to be entered and returns what was marked before. */
    @Nullable Declaration enter(Declaration declaration) {
        Declaration before = entering.get();
        entering.set(declaration);
        return before;
    }

    /** Restores what was marked before. */
    void leave(@Nullable Declaration before) {
        if (before == null) {
            entering.remove();
        } else {
            entering.set(before);
        }
    }

    /** Whether this call is the marked one; takes the mark away, for what is called further inside is another call. */
    boolean take(Method called) {
        Declaration declaration = entering.get();
        if (declaration == null || !declaration.isCalledBy(called)) {
            return false;
        }
        entering.remove();
        return true;
    }
}
