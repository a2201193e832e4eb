package io.yici.internal;

import io.yici.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the calling thread is executing, innermost first. */
public final class RunStack {
    private static final ThreadLocal<Deque<Run>> RUNS = new ThreadLocal<>();

    private RunStack() {}

    /** An operation that is being executed, and the engine that executes it. */
    record Run(Object engine, Operation operation) {}

    /** The innermost operation. */
    public static Optional<Operation> current() {
        Deque<Run> runs = RUNS.get();
        return runs == null ? Optional.empty() : Optional.of(runs.element().operation());
    }

    /** Whether this thread executes nothing. */
    static boolean isEmpty() {
        return RUNS.get() == null;
    }

    /** Whether an equal run is already under way on this thread. */
    static boolean contains(Run run) {
        Deque<Run> runs = RUNS.get();
        return runs != null && runs.contains(run);
    }

    /** Runs {@code inner} with {@code run} on top of the stack. */
    static <T extends @Nullable Object, X extends Exception> T within(Run run, Inner<T, X> inner) throws X {
        Deque<Run> runs = RUNS.get();
        if (runs == null) {
            runs = new ArrayDeque<>(2);
            RUNS.set(runs);
        }
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

    /** What runs inside. */
    interface Inner<T extends @Nullable Object, X extends Exception> {
        T run() throws X;
    }
}
