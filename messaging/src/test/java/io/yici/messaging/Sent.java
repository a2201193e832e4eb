package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.outbox.MessageSender;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Messages as tests send them, the text being the id as well unless said. */
final class Sent {
    private Sent() {}

    static StoredMessage message(String place, String id, @Nullable String orderingKey, byte[] payload) {
        return new StoredMessage(
                1,
                id,
                place,
                orderingKey,
                "text/plain",
                Map.of("kind", "test"),
                payload,
                System.currentTimeMillis(),
                0);
    }

    static StoredMessage message(String place, String id, @Nullable String orderingKey) {
        return message(place, id, orderingKey, id.getBytes(StandardCharsets.UTF_8));
    }

    static SendResult tried(MessageSender sender, StoredMessage message) throws Exception {
        return sender.send(message).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** As a relay would: what is unreachable is sent again, under the same id; nothing is refused. */
    static void delivered(MessageSender sender, StoredMessage message) throws Exception {
        Await.until(message.messageId() + " is delivered", () -> {
            SendResult result = tried(sender, message);
            assertThat(result).isNotInstanceOf(SendResult.Refused.class);
            return result instanceof SendResult.Delivered;
        });
    }
}
