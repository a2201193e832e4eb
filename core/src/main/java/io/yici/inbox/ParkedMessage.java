package io.yici.inbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that Yici keeps, for people. Times are of the database's clock.
 *
 * @param id names it in {@link ParkedMessages}
 * @param operation the subscription's name
 * @param group the consumer group
 * @param key its business event key, or null when it has none that can be used; not for logs
 * @param state how it stands
 * @param message as it came
 * @param tries how often it was tried
 * @param reason what happened last, or null
 * @param firstAt when it came to be kept
 * @param lastTryAt when it was tried last
 * @param waitingBehind how many later ones of its ordering key wait for it; 0 for one that waits itself
 */
public record ParkedMessage(
        String id,
        String operation,
        String group,
        @Nullable String key,
        State state,
        Received message,
        int tries,
        @Nullable String reason,
        Instant firstAt,
        Instant lastTryAt,
        long waitingBehind) {
    /** How it stands. */
    public enum State {
        /** It failed, has tries left, and the broker still has it. */
        TRYING,
        /** Given up until somebody decides. */
        PARKED,
        /** Waits behind an earlier one of its ordering key. */
        BEHIND,
        /** To be run by an inbox's worker. */
        RELEASED
    }
}
