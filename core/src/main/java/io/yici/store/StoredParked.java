package io.yici.store;

import io.yici.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * A kept message as read. Times are epoch milliseconds of the database's clock. The arrays are not copied; nobody
 * writes to them.
 *
 * @param entry grows in the order in which messages came to be kept
 * @param id what it is
 * @param record its operation's identity, or null when it has no key
 * @param operation the declared name
 * @param caller the consumer group
 * @param key the message key, or null
 * @param lane what keeps it in order
 * @param envelope all that is known of it but its content
 * @param payload its content
 * @param sentAt when it was sent, or -1
 * @param progress what changes
 * @param firstAt when it came to be kept
 * @param lastTryAt when it was tried last
 * @param readAt the database's clock when this was read
 */
public record StoredParked(
        long entry,
        byte[] id,
        @Nullable OperationId record,
        String operation,
        String caller,
        @Nullable String key,
        byte[] lane,
        byte[] envelope,
        byte[] payload,
        long sentAt,
        ParkedProgress progress,
        long firstAt,
        long lastTryAt,
        long readAt) {
    /** How it stands. */
    public ParkedState state() {
        return progress.state();
    }
}
