package io.yici.external;

import io.yici.store.StepState;
import io.yici.store.StoredStep;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a call to another system stands, for people and status pages. Times are of the database's clock.
 *
 * @param key the key under which the other side knows it
 * @param operation the declared name
 * @param shortHash first digits of the operation's identity, as in logs
 * @param generation which key of its operation it is
 * @param state how far it is
 * @param tries how often the settler has taken it up
 * @param createdAt when it was intended
 * @param calledAt when it was last called; null when it was not
 * @param nextTryAt when the settler takes it up again; null when it does not
 * @param contradicted whether evidence came in that says the opposite of what was applied
 * @param reason what happened last, or null
 */
public record StepView(
        String key,
        String operation,
        String shortHash,
        int generation,
        StepState state,
        int tries,
        Instant createdAt,
        @Nullable Instant calledAt,
        @Nullable Instant nextTryAt,
        boolean contradicted,
        @Nullable String reason) {
    /** As stored. */
    public static StepView of(StoredStep step) {
        var progress = step.progress();
        return new StepView(
                step.key(),
                step.operation(),
                step.id().shortHash(),
                step.generation(),
                progress.state(),
                progress.tries(),
                Instant.ofEpochMilli(step.createdAt()),
                progress.calledAt() == 0 ? null : Instant.ofEpochMilli(progress.calledAt()),
                progress.state().isOpen() ? Instant.ofEpochMilli(progress.nextTryAt()) : null,
                progress.contradictedAt() != 0,
                progress.reason());
    }
}
