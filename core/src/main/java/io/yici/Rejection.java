package io.yici;

import io.yici.internal.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A business refusal that is an answer: out of stock, limit exceeded, not yours.
 *
 * <p>Thrown by business code it undoes the business writes, is recorded, and is thrown again, equal, on every repeat of
 * the operation. It stands outside the error hierarchy on purpose: nothing went wrong. Equal by code, message and
 * details.
 */
public final class Rejection extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final Map<String, String> details;
    private final boolean recorded;

    private Rejection(String code, String message, Map<String, String> details, boolean recorded) {
        super(Objects.requireNonNull(message, "message"));
        this.code = Objects.requireNonNull(code, "code");
        this.details = Map.copyOf(details);
        this.recorded = recorded;
        if (!Text.isWellFormed(code)
                || !Text.isWellFormed(message)
                || !this.details.entrySet().stream()
                        .allMatch(
                                detail -> Text.isWellFormed(detail.getKey()) && Text.isWellFormed(detail.getValue()))) {
            throw new IllegalArgumentException(
                    "code, message and details must be well-formed Unicode: a lone surrogate cannot be thrown again equal");
        }
    }

    /** Refuses with a stable code for programs and a message for people. */
    public static Rejection of(String code, String message) {
        return new Rejection(code, message, Map.of(), true);
    }

    /** Refuses with details. */
    public static Rejection of(String code, String message, Map<String, String> details) {
        return new Rejection(code, message, details, true);
    }

    /** Adds one detail. */
    public Rejection with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new Rejection(code, message(), more, recorded);
    }

    /**
     * The same refusal, marked as not recorded: it was thrown inside a transaction of the caller, which must roll back,
     * so the same key will be judged anew. Its cause is this one.
     */
    public Rejection unrecorded() {
        return marked(false);
    }

    /** The same refusal, marked as recorded: it came out of a joined part, and the run around it recorded it. */
    public Rejection asRecorded() {
        return recorded ? this : marked(true);
    }

    private Rejection marked(boolean recordedNow) {
        Rejection copy = new Rejection(code, message(), details, recordedNow);
        copy.initCause(this);
        return copy;
    }

    /** Stable code, for programs. */
    public String code() {
        return code;
    }

    /** Message for people. */
    public String message() {
        return Objects.requireNonNull(getMessage());
    }

    /** Named facts; never null. */
    public Map<String, String> details() {
        return details;
    }

    /**
     * True when the refusal is recorded and committed. False when it was thrown inside a transaction of the caller:
     * then it is recorded only if that commits, and not at all where that has to roll back.
     */
    public boolean recorded() {
        return recorded;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Rejection that
                && code.equals(that.code)
                && message().equals(that.message())
                && details.equals(that.details);
    }

    @Override
    public int hashCode() {
        return Objects.hash(code, message(), details);
    }

    @Override
    public String toString() {
        return "Rejection[" + code + "]: " + message()
                + (recorded ? "" : " (recorded only if the caller's transaction commits)");
    }
}
