package io.yici.internal;

import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.inbox.Received;
import io.yici.store.NewParked;
import io.yici.store.ParkedState;
import org.jspecify.annotations.Nullable;

/**
 * A message and what it is to its subscription.
 *
 * @param message as it came
 * @param operation what it is, or null when it has no key that can be used
 * @param fingerprint what must be equal in another of the same key
 * @param orderingKey what keeps it in order, or null
 * @param id what it is where it is kept: its operation and its content
 * @param lane what keeps it in order where it is kept; its own id when nothing does
 * @param fault why it can never be handled, or null
 */
record Incoming(
        Received message,
        @Nullable Operation operation,
        Fingerprint fingerprint,
        @Nullable String orderingKey,
        byte[] id,
        byte[] lane,
        @Nullable String fault) {

    /** Its operation, for one without fault. */
    Operation known() {
        if (operation == null) {
            throw new IllegalStateException("a message without a key was taken for one with a key");
        }
        return operation;
    }

    /** The same, kept beside its lane: nothing waits for it. */
    Incoming alone() {
        return new Incoming(message, operation, fingerprint, null, id, id, fault);
    }

    /** As it is to be kept. */
    NewParked parked(InboxDesk desk, ParkedState state, int tries, @Nullable String reason) {
        return new NewParked(
                id,
                operation == null ? null : operation.id(),
                desk.subscription().operation(),
                desk.subscription().group(),
                operation == null ? null : operation.key(),
                lane,
                orderingKey,
                message.topic(),
                Envelope.of(message),
                message.payload(),
                message.sentAt(),
                state,
                tries,
                reason,
                desk.keepMillis());
    }
}
