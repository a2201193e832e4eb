package io.yici.store;

import org.jspecify.annotations.Nullable;

/**
 * What a finish writes.
 *
 * @param state {@link RecordState#FINISHED} or {@link RecordState#REJECTED}
 * @param result the encoded answer or rejection; null when there is none
 * @param resultType how it is encoded
 */
public record Completion(RecordState state, byte @Nullable [] result, String resultType) {
    /** Checks that the state is an end. */
    public Completion {
        if (state != RecordState.FINISHED && state != RecordState.REJECTED) {
            throw new IllegalArgumentException("state: a completion is finished or rejected, not " + state);
        }
    }

    /** An end without a result. */
    public static Completion withoutResult(RecordState state, String resultType) {
        return new Completion(state, null, resultType);
    }
}
