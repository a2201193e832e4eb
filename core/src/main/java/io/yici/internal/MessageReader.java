package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Finds out what a message is to a subscription. A message of which that cannot be said has a fault. */
final class MessageReader {
    private final Subscription subscription;

    MessageReader(Subscription subscription) {
        this.subscription = subscription;
    }

    Incoming read(Received message) {
        String orderingKey = null;
        Fingerprint fingerprint = Fingerprint.unchecked();
        Operation operation;
        try {
            orderingKey = blankAsNull(subscription.orderingKey().apply(message));
            byte @Nullable [] content = subscription.fingerprint().apply(message);
            fingerprint = content == null ? Fingerprint.unchecked() : Fingerprint.of(content);
            String key = subscription.key().apply(message);
            if (key == null || key.isBlank()) {
                return faulty(message, fingerprint, orderingKey, "It has no key.");
            }
            operation = Operation.named(subscription.operation())
                    .by(subscription.group())
                    .key(key);
        } catch (InvalidOperationException unusable) {
            return faulty(message, fingerprint, orderingKey, "Its key cannot be used: " + unusable.found());
        } catch (RuntimeException unreadable) {
            return faulty(message, fingerprint, orderingKey, "Its key cannot be read: " + unreadable);
        }
        byte[] id = Digests.ofParts("yici-message-1", operation.id().toString(), hex(fingerprint.stored()));
        return new Incoming(message, operation, fingerprint, orderingKey, id, lane(orderingKey, id), null);
    }

    private Incoming faulty(Received message, Fingerprint fingerprint, @Nullable String orderingKey, String fault) {
        byte[] id = Digests.ofParts(
                "yici-message-2",
                subscription.operation(),
                subscription.group(),
                hex(Envelope.of(message)),
                hex(Digests.of(message.payload())));
        return new Incoming(message, null, fingerprint, orderingKey, id, lane(orderingKey, id), fault);
    }

    private byte[] lane(@Nullable String orderingKey, byte[] id) {
        return orderingKey == null
                ? id
                : Digests.ofParts("yici-lane-1", subscription.operation(), subscription.group(), orderingKey);
    }

    private static @Nullable String blankAsNull(@Nullable String orderingKey) {
        return orderingKey == null || orderingKey.isEmpty() ? null : orderingKey;
    }

    private static String hex(byte @Nullable [] bytes) {
        return bytes == null ? "" : HexFormat.of().formatHex(bytes);
    }
}
