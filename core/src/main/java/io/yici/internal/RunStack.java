package io.yici.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** What the calling thread is executing, innermost first. */
public final class RunStack {
    private static final ThreadLocal<Deque<Object>> RUNS = ThreadLocal.withInitial(ArrayDeque::new);

    private RunStack() {}

    /** Runs {@code inner} with {@code run} on top of the stack. */
    static <T, X extends Exception> T within(Object run, Inner<T, X> inner) throws X {
        Deque<Object> runs = RUNS.get();
        runs.push(run);
        try {
            return inner.run();
        } finally {
            runs.pop();
            if (runs.isEmpty()) {
                RUNS.remove();
            }
        }
    }

    /** Whether an equal run is already under way on this thread. */
    static boolean contains(Object run) {
        return RUNS.get().contains(run);
    }

    /** Whether this thread executes anything. */
    static boolean isEmpty() {
        return RUNS.get().isEmpty();
    }

    /** The innermost run of a type. */
    public static <R> Optional<R> current(Class<R> type) {
        return RUNS.get().stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** What runs inside. */
    interface Inner<T, X extends Exception> {
        T run() throws X;
    }
}
