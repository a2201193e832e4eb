package io.yici.outbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that failed too often, for people. Times are of the database's clock.
 *
 * @param messageId names it
 * @param destination where it was to go
 * @param orderingKey what it is kept in order by, or null
 * @param tries how often it failed
 * @param reason what happened last, or null
 * @param createdAt when it was written
 * @param lastTryAt when it was tried last, or null
 * @param waitingBehind how many later ones of its ordering key are known to wait for it
 */
public record DeadLetter(
        String messageId,
        String destination,
        @Nullable String orderingKey,
        int tries,
        @Nullable String reason,
        Instant createdAt,
        @Nullable Instant lastTryAt,
        long waitingBehind) {}
