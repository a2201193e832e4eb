package io.yici.outbox;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as a sender gets it. The payload is not copied: nobody writes to it.
 *
 * @param sequence its place in the order of writing
 * @param messageId the same on every resend; receivers tell a repeat by it
 * @param destination where it goes
 * @param orderingKey what it is kept in order by, or null
 * @param contentType how the payload is encoded
 * @param headers all headers, by name
 * @param payload the content
 * @param createdAt when it was written, epoch milliseconds of the database's clock
 * @param tries how often it has failed so far
 */
public record StoredMessage(
        long sequence,
        String messageId,
        String destination,
        @Nullable String orderingKey,
        String contentType,
        Map<String, String> headers,
        byte[] payload,
        long createdAt,
        int tries) {
    /** Which it is and its size; never its content. */
    @Override
    public String toString() {
        return "message " + messageId + " to " + destination + " of " + payload.length + " bytes";
    }
}
