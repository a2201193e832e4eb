package io.yici.outbox;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it lies in the outbox.
 *
 * @param sequence its place in the order of publishing
 * @param messageId the same on every resend
 * @param orderingKey null for a message without order
 * @param tries how often it was refused before
 */
public record StoredMessage(
        long sequence,
        String messageId,
        String destination,
        @Nullable String orderingKey,
        String contentType,
        Map<String, String> headers,
        byte[] payload,
        Instant createdAt,
        int tries) {}
