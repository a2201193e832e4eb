package io.yici.external;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.internal.DeclaredOperations;
import io.yici.internal.Engine;
import io.yici.internal.ExternalCall;
import io.yici.store.OperationStore;
import org.jspecify.annotations.Nullable;

/**
 * Operations whose work leaves the database. No transaction can surround such work, so the claim commits before it and
 * the end is written after it, each in a transaction of its own; a repeat in between is refused as in progress, and
 * once the lease is over, or the run says so, as unknown. Never run a second time by itself.
 *
 * <p>Thread-safe. Had from {@code JdbcYici.external()} or {@code SpringYici.external()}.
 */
public final class ExternalOperations {
    private final Engine engine;
    private final OperationStore store;
    private final DeclaredOperations operations;

    /** On the same engine and store as the transactional operations. */
    public ExternalOperations(Engine engine, OperationStore store, DeclaredOperations operations) {
        this.engine = engine;
        this.store = store;
        this.operations = operations;
    }

    /**
     * Takes the operation, or answers from its record. Blocks for the two statements of the claim, and for a running
     * rival up to {@code OperationSettings.waitsFor()}.
     *
     * @throws MisuseException the calling thread is inside a transaction, which the work could hold open for as long as
     *     it likes
     * @throws io.yici.IdempotencyException as {@code Yici.once}
     */
    public <T extends @Nullable Object> Taken<T> take(Operation operation, Fingerprint fingerprint, Answer<T> answer) {
        return take(operation, fingerprint, answer, false);
    }

    /**
     * The same; {@code resumable} says that everything the work does may be done again under the same operation,
     * because each part of it is itself safe to repeat, for instance by {@link ExternalSteps} with a key derived from
     * it. Then an equal repeat of one that is unresolved, or whose lease is over, is this caller's to do, instead of
     * being refused as unknown.
     */
    public <T extends @Nullable Object> Taken<T> take(
            Operation operation, Fingerprint fingerprint, Answer<T> answer, boolean resumable) {
        return new ExternalCall<>(engine, store, operation, fingerprint, answer, operations.of(operation), resumable)
                .take();
    }
}
