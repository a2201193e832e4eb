package io.yici.store;

import org.jspecify.annotations.Nullable;

/**
 * A message of the outbox as read. The arrays are not copied.
 *
 * @param sequence its place in the order of writing
 * @param message as it was written
 * @param tries how often it has failed
 * @param reason what happened last, or null
 * @param createdAt when it was written
 * @param lastTryAt when it failed last, or null
 * @param waitMillis how long it is not to be tried again, at most 0 when it may be
 */
public record OutboxMessage(
        long sequence,
        NewMessage message,
        int tries,
        @Nullable String reason,
        long createdAt,
        @Nullable Long lastTryAt,
        long waitMillis) {}
