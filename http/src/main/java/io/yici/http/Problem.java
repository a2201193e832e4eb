package io.yici.http;

import io.yici.IdempotencyException;
import io.yici.InProgressException;
import io.yici.Operation;
import io.yici.Rejection;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a refusal looks on the wire: the members of its problem details (RFC 9457), as data. Immutable.
 *
 * @param type the problem type, {@code urn:yici:problem:…}
 * @param code stable, for programs; the business's own where it is a rejection
 * @param status HTTP status
 * @param title one line, the same for every problem of the type
 * @param detail what was found and what to do; null where that is for the log only
 * @param retryable whether the same request under the same key can succeed later
 * @param keyHash a short hash of the identity, never the key; null where there is none yet
 * @param retryAfter when to ask again, for {@code Retry-After} in whole seconds; null where asking again is of no use
 * @param details named facts of a rejection; empty otherwise
 */
public record Problem(
        String type,
        String code,
        int status,
        String title,
        @Nullable String detail,
        boolean retryable,
        @Nullable String keyHash,
        @Nullable Duration retryAfter,
        Map<String, String> details) {
    private static final String TYPES = "urn:yici:problem:";

    private static final Duration SOON = Duration.ofSeconds(1);

    /** Copies the details. */
    public Problem {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(title, "title");
        details = Map.copyOf(details);
    }

    /** A problem whose type is named like its code. */
    public Problem(
            String code,
            int status,
            String title,
            @Nullable String detail,
            boolean retryable,
            @Nullable String keyHash,
            @Nullable Duration retryAfter,
            Map<String, String> details) {
        this(TYPES + code, code, status, title, detail, retryable, keyHash, retryAfter, details);
    }

    /** The face of a refusal of Yici's. */
    public static Problem of(IdempotencyException refusal) {
        ProblemFace face = ProblemFace.of(refusal);
        Operation operation = refusal.operation();
        boolean waits = refusal instanceof InProgressException || (face.status() == 503 && refusal.retryable());
        return new Problem(
                face.code(),
                face.status(),
                face.title(),
                face.hidden() ? null : refusal.found() + " " + refusal.remedy(),
                refusal.retryable(),
                operation == null ? null : operation.id().shortHash(),
                waits ? SOON : null,
                Map.of());
    }

    /** The face of a refusal of the business, with its own code, message and details. */
    public static Problem of(Rejection rejection) {
        return new Problem(
                TYPES + "rejected",
                rejection.code(),
                422,
                "The request was refused",
                rejection.message(),
                false,
                null,
                null,
                rejection.details());
    }

    /** Whether it failed on our side for a reason that is for the log only: then there is no detail. */
    public boolean isOurFault() {
        return status >= 500 && detail == null;
    }
}
