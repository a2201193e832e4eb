package io.yici.store;

import io.yici.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * A message to be kept. The arrays are not copied; nobody writes to them.
 *
 * @param id what it is, 32 bytes: its operation and its content
 * @param record its operation's identity, or null when it has no key
 * @param operation the declared name
 * @param caller the consumer group
 * @param key the message key, or null when it has none that can be used
 * @param lane what keeps it in order, 32 bytes; its own id when nothing does
 * @param orderingKey the same for people, cut to its limit; null when nothing does
 * @param topic where it came from, for people, cut to its limit
 * @param envelope all that is known of it but its content
 * @param payload its content
 * @param sentAt when it was sent, epoch milliseconds, or -1
 * @param state how it stands
 * @param tries how often it was tried
 * @param reason what happened, cut to {@link StepProgress#REASON_LENGTH} characters
 * @param keepMillis how long it is kept while it is only being tried
 */
public record NewParked(
        byte[] id,
        @Nullable OperationId record,
        String operation,
        String caller,
        @Nullable String key,
        byte[] lane,
        @Nullable String orderingKey,
        String topic,
        byte[] envelope,
        byte[] payload,
        long sentAt,
        ParkedState state,
        int tries,
        @Nullable String reason,
        long keepMillis) {
    /** Limit of what is there for people only, in characters. */
    private static final int SHOWN = 255;

    /** Cuts what is there for people. */
    public NewParked {
        orderingKey = orderingKey == null ? null : Reasons.cut(orderingKey, SHOWN);
        topic = Reasons.cut(topic, SHOWN);
        reason = Reasons.cut(reason);
    }
}
