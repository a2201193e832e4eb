package io.yici.store;

import org.jspecify.annotations.Nullable;

/**
 * A message to be written to the outbox. The arrays are not copied.
 *
 * @param messageId unique
 * @param shard which part of the outbox it belongs to
 * @param lane what it is kept in order by, or null
 * @param destination where it goes
 * @param orderingKey the same as a text, for people and brokers; or null
 * @param contentType how the payload is encoded
 * @param headers the headers as bytes, or null when there are none
 * @param payload the content
 */
public record NewMessage(
        String messageId,
        int shard,
        @Nullable Long lane,
        String destination,
        @Nullable String orderingKey,
        String contentType,
        byte @Nullable [] headers,
        byte[] payload) {}
