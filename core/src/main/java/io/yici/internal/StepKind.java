package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.StepSettings;
import io.yici.store.CodecException;
import io.yici.store.StoredStep;
import io.yici.store.StoredValue;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A declared kind of call, its settings as they were at the declaration, and how its values are stored. */
record StepKind<I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object>(
        ExternalStep<I, R, T> step,
        String name,
        StepSettings settings,
        OperationSettings operation,
        AnswerFormat format) {
    private static final String FAILURE = "yici/failure";

    static <I extends @Nullable Object, R extends @Nullable Object, T extends @Nullable Object> StepKind<I, R, T> of(
            ExternalStep<I, R, T> step, DeclaredOperations operations, AnswerFormat format) {
        return new StepKind<>(step, step.operation(), step.settings(), operations.of(step.operation()), format);
    }

    /** A call of the engine for the answer of this kind. */
    Call<T, RuntimeException> call(Operation by, Fingerprint fingerprint) {
        return Call.now(
                by,
                fingerprint,
                step.answer(),
                operation,
                transaction -> {
                    throw new IllegalStateException("work that leaves the database is not run by the engine");
                },
                false);
    }

    /** The key of a generation. */
    static String key(Operation by, int generation) {
        return by.deriveKey("external-" + generation);
    }

    long leaseMillis() {
        return settings.lease().toMillis();
    }

    /** How long a step is kept at least. */
    long keepMillis() {
        return operation.answersFor().plus(operation.refusesFor()).toMillis();
    }

    StoredValue stored(I input) {
        return format.stored(input, step.inputType());
    }

    // What was stored as the input type is read back as it.
    @SuppressWarnings({"unchecked", "NullAway"})
    I input(StoredStep stored) {
        return (I) format.value(step.inputType(), stored.input());
    }

    /** Evidence as it is kept until it can be applied; a {@link CodecException} says why it cannot be. */
    StoredValue stored(Evidence<R> evidence) {
        return evidence instanceof Evidence.Succeeded<R> succeeded
                ? format.stored(succeeded.result(), step.resultType())
                : new StoredValue(reason(evidence).getBytes(StandardCharsets.UTF_8), FAILURE);
    }

    /** Whether evidence that was kept is of a failure. */
    static boolean isFailure(StoredValue kept) {
        return kept.type().equals(FAILURE);
    }

    /** The evidence that was kept. */
    // As for the input.
    @SuppressWarnings({"unchecked", "NullAway"})
    Evidence<R> evidence(StoredValue stored) {
        byte[] bytes = stored.bytes();
        return isFailure(stored)
                ? Evidence.failed(new String(bytes == null ? new byte[0] : bytes, StandardCharsets.UTF_8))
                : Evidence.succeeded((R) format.value(step.resultType(), stored));
    }

    /** Evidence from outside as evidence of this kind. */
    @SuppressWarnings("unchecked") // the type is looked at
    Evidence<R> checked(Evidence<?> evidence) {
        if (evidence instanceof Evidence.Succeeded<?> succeeded
                && succeeded.result() != null
                && !step.resultType().isInstance(succeeded.result())) {
            throw new IllegalArgumentException("evidence: a success of operation '" + name + "' has a result of "
                    + step.resultType() + ", not of " + succeeded.result().getClass());
        }
        return (Evidence<R>) evidence;
    }

    private static String reason(Evidence<?> evidence) {
        return evidence instanceof Evidence.Failed<?> failed ? failed.reason() : "";
    }
}
