package io.yici.internal;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationId;
import io.yici.outbox.DeadLetter;
import io.yici.outbox.Message;
import io.yici.outbox.OutboxSettings;
import io.yici.outbox.Publication;
import io.yici.store.NewMessage;
import io.yici.store.OperationStore;
import io.yici.store.OutboxMessage;
import io.yici.store.OutboxRows;
import io.yici.store.StoreException;
import io.yici.store.StoreTransaction;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The outbox of one store, as {@code Outbox} offers it. Thread-safe. */
public final class OutboxSystem {
    private final OperationStore store;
    private final OutboxSettings settings;
    private final Events events;
    private final RelayBell bell;

    /** On the same store as the operations; {@code bell} is shared by all on one database. */
    OutboxSystem(OperationStore store, OutboxSettings settings, Events events, RelayBell bell) {
        this.store = store;
        this.settings = settings;
        this.events = events;
        this.bell = bell;
    }

    /** See {@code Outbox.publish}. */
    public Publication publish(Message message) {
        Operation running = Operation.current().orElse(null);
        try {
            StoreTransaction transaction = store.current();
            if (transaction == null) {
                throw new MisuseException(
                        running,
                        "A message was published outside of a transaction, so it could not commit with what it tells"
                                + " of. Publish it in a run of Yici, in @Transactional code on the same data source, or"
                                + " by yici.joining(connection).outbox().",
                        null);
            }
            String id = message.id() == null ? derivedId(message) : message.id();
            NewMessage row = row(id, message);
            boolean written = transaction.outbox().insert(row);
            if (!written) {
                requireEqual(transaction.outbox().find(id), row, running);
            } else {
                transaction.afterEnd(bell::ring);
            }
            return new Publication(id, written);
        } catch (StoreException failed) {
            throw Refusals.plain(running, failed);
        }
    }

    private static String derivedId(Message message) {
        return Operation.current()
                .orElseThrow(() -> new MisuseException(
                        null,
                        "A message without an id was published outside of an operation, so there is nothing to derive"
                                + " its id from. Publish it inside of a guarded call, or give it an id that names the"
                                + " event: Message.id(…).",
                        null))
                .deriveKey("message-" + message.label());
    }

    private static NewMessage row(String id, Message message) {
        String key = message.orderingKey();
        Long lane = key == null
                ? null
                : ByteBuffer.wrap(Digests.ofParts("lane", message.destination(), key))
                        .getLong();
        long spread =
                lane == null ? ByteBuffer.wrap(Digests.ofParts("message", id)).getLong() : lane;
        return new NewMessage(
                id,
                (int) Math.floorMod(spread, (long) OutboxRows.SHARDS),
                lane,
                message.destination(),
                key,
                message.contentType(),
                Headers.encoded(message.headers()),
                message.payload());
    }

    private static void requireEqual(@Nullable OutboxMessage found, NewMessage asked, @Nullable Operation running) {
        if (found == null) {
            // Deleted since: it was sent. What was asked for has happened, or, of another content, cannot be told.
            return;
        }
        NewMessage there = found.message();
        boolean equal = there.destination().equals(asked.destination())
                && Objects.equals(there.orderingKey(), asked.orderingKey())
                && there.contentType().equals(asked.contentType())
                && Arrays.equals(there.headers(), asked.headers())
                && Arrays.equals(there.payload(), asked.payload());
        if (!equal) {
            throw new MisuseException(
                    running,
                    "Another message was published under the same id, and this one was not. Where an operation"
                            + " publishes several messages to one destination, give each a label of its own:"
                            + " Message.label(…).",
                    null);
        }
    }

    /** See {@code DeadLetters.list}. */
    public List<DeadLetter> deadLetters(int limit) {
        Text.checkLimit(limit);
        return apart(rows ->
                rows.parked(limit).stream().map(parked -> view(rows, parked)).toList());
    }

    /** See {@code DeadLetters.find}. */
    public Optional<DeadLetter> deadLetter(String messageId) {
        return apart(rows -> Optional.ofNullable(rows.findParked(messageId)).map(parked -> view(rows, parked)));
    }

    /** See {@code DeadLetters.resend}. */
    public boolean resend(String messageId, String by, String reason) {
        boolean done = act(messageId, "resend", by, reason, OutboxRows::requeue);
        bell.ring();
        return done;
    }

    /** See {@code DeadLetters.drop}. */
    public boolean drop(String messageId, String by, String reason) {
        boolean done = act(messageId, "drop", by, reason, OutboxRows::remove);
        bell.ring();
        return done;
    }

    private boolean act(String messageId, String action, String by, String reason, Act act) {
        Text.checkAct(by, reason);
        return apart(rows -> {
            OutboxMessage parked = rows.lockParked(messageId);
            if (parked == null) {
                return false;
            }
            act.on(rows, parked);
            rows.audit(OperationId.ofBytes(Digests.ofParts("message", messageId)), action, by, reason);
            return true;
        });
    }

    private static DeadLetter view(OutboxRows rows, OutboxMessage parked) {
        Long lastTryAt = parked.lastTryAt();
        return new DeadLetter(
                parked.message().messageId(),
                parked.message().destination(),
                parked.message().orderingKey(),
                parked.tries(),
                parked.reason(),
                Instant.ofEpochMilli(parked.createdAt()),
                lastTryAt == null ? null : Instant.ofEpochMilli(lastTryAt),
                rows.waitingBehind(parked));
    }

    private <R> R apart(Function<OutboxRows, R> unit) {
        try {
            return Apart.run(store, transaction -> unit.apply(transaction.outbox()));
        } catch (StoreException failed) {
            throw Refusals.plain(null, failed);
        }
    }

    OperationStore store() {
        return store;
    }

    RelayBell bell() {
        return bell;
    }

    long keepSentMillis() {
        return settings.keepSentFor().toMillis();
    }

    /** An alarm: a message waits for a person. */
    void tellParked(String messageId) {
        events.tell(new OperationEvent(
                OperationEvent.Kind.PARKED,
                "yici.outbox",
                OperationId.ofBytes(Digests.ofParts("message", messageId)).shortHash(),
                Duration.ZERO,
                null));
    }

    private interface Act {
        void on(OutboxRows rows, OutboxMessage parked);
    }
}
