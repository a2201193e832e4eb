package io.yici.inbox;

import io.yici.MisuseException;
import io.yici.Operation;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A message as a broker delivered it, whatever the broker. Made by a binding: {@code Received.of(topic, payload)} and
 * what else is known. Immutable, but for the payload, which is not copied: nobody writes to it.
 */
public final class Received {
    private static final long UNKNOWN = -1;

    private final String topic;
    private final byte[] payload;
    private final @Nullable String orderingKey;
    private final Map<String, String> headers;
    private final long sentAt;
    private final String brokerId;
    private final boolean suspect;
    private final @Nullable Operation operation;

    private Received(Draft draft) {
        this.topic = draft.topic;
        this.payload = draft.payload;
        this.orderingKey = draft.orderingKey;
        this.headers = draft.headers;
        this.sentAt = draft.sentAt;
        this.brokerId = draft.brokerId;
        this.suspect = draft.suspect;
        this.operation = draft.operation;
    }

    /** A message from this topic, queue or destination. */
    public static Received of(String topic, byte[] payload) {
        return new Received(
                new Draft(Objects.requireNonNull(topic, "topic"), Objects.requireNonNull(payload, "payload")));
    }

    /** What the broker keeps in order among its kind; null when it has no order. */
    public Received orderedBy(@Nullable String key) {
        return with(draft -> draft.orderingKey = key);
    }

    /** With one more header; names are told apart exactly as written. */
    public Received header(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return with(draft -> draft.headers = Collections.unmodifiableMap(more));
    }

    /** With these headers instead of those there are. */
    public Received headers(Map<String, String> all) {
        Map<String, String> copy = Collections.unmodifiableMap(new TreeMap<>(all));
        return with(draft -> draft.headers = copy);
    }

    /** When it was sent, as epoch milliseconds of the sender's or the broker's clock; -1 when nobody knows. */
    public Received sentAt(long epochMillis) {
        return with(draft -> draft.sentAt = epochMillis < 0 ? UNKNOWN : epochMillis);
    }

    /** Where the broker has it, for people only: never an identity, since a resend gets another one. */
    public Received brokerId(String id) {
        return with(draft -> draft.brokerId = Objects.requireNonNull(id, "brokerId"));
    }

    /**
     * Whether it may have been delivered before: the broker says so, or the binding cannot rule it out, as after a
     * rebalance. A try of such a message is counted before it runs, so that one that ends the process is counted too.
     */
    public Received suspect(boolean perhapsDeliveredBefore) {
        return with(draft -> draft.suspect = perhapsDeliveredBefore);
    }

    /** The same while it is handled. For Yici. */
    public Received within(Operation operation) {
        return with(draft -> draft.operation = operation);
    }

    /** The topic, queue or destination. */
    public String topic() {
        return topic;
    }

    /** The content; not to be written to. */
    public byte[] payload() {
        return payload;
    }

    /** What the broker keeps in order among its kind, or null. */
    public @Nullable String orderingKey() {
        return orderingKey;
    }

    /** All headers, by name. */
    public Map<String, String> headers() {
        return headers;
    }

    /** One header, or null when it is not there. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /** When it was sent, in epoch milliseconds; -1 when nobody knows. */
    public long sentAt() {
        return sentAt;
    }

    /** Where the broker has it, for people; empty when nobody said. */
    public String brokerId() {
        return brokerId;
    }

    /** Whether it may have been delivered before. */
    public boolean suspect() {
        return suspect;
    }

    /**
     * Its operation while it is handled: derives the ids of the messages and calls that follow from it, also where
     * several are handled together.
     *
     * @throws MisuseException outside of a handler
     */
    public Operation operation() {
        if (operation == null) {
            throw new MisuseException(null, "A message has an operation only while it is handled by an inbox.", null);
        }
        return operation;
    }

    /** Where it came from and its size; never its content. */
    @Override
    public String toString() {
        return "message from " + topic + (brokerId.isEmpty() ? "" : " at " + brokerId) + " of " + payload.length
                + " bytes";
    }

    private Received with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new Received(draft);
    }

    /** A message about to be made. */
    private static final class Draft {
        private final String topic;
        private final byte[] payload;
        private @Nullable String orderingKey;
        private Map<String, String> headers = Map.of();
        private long sentAt = UNKNOWN;
        private String brokerId = "";
        private boolean suspect;
        private @Nullable Operation operation;

        private Draft(String topic, byte[] payload) {
            this.topic = topic;
            this.payload = payload;
        }

        private Draft(Received from) {
            this(from.topic, from.payload);
            orderingKey = from.orderingKey;
            headers = from.headers;
            sentAt = from.sentAt;
            brokerId = from.brokerId;
            suspect = from.suspect;
            operation = from.operation;
        }
    }
}
