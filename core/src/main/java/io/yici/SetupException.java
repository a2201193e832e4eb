package io.yici;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The set-up cannot keep the promises, found at start: every problem with its remedy. Nothing was started. */
public final class SetupException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /** Lists what is wrong, one sentence or more each. */
    public SetupException(List<String> problems, @Nullable Throwable cause) {
        super(
                null,
                "Yici refuses to start: " + String.join(" ", problems),
                "Correct the set-up and start again.",
                false,
                cause);
        this.problems = List.copyOf(problems);
    }

    /** Every problem found. */
    public List<String> problems() {
        return problems;
    }
}
