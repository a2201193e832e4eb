package io.yici.outbox;

import io.yici.internal.Text;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message to be published with the business data of a transaction. Immutable, but for the payload, which is not
 * copied: nobody writes to it.
 *
 * <pre>{@code
 * outbox.publish(Message.to("orders", json).orderedBy(orderNo).header("event-type", "order.placed"));
 * }</pre>
 *
 * <p>Its id is the same however often it is sent, and receivers tell a repeat by it. Unless it is given, it is derived
 * from the running operation and the label, so that an operation that is run again publishes under the same ids.
 */
public final class Message {
    /** Limit of destination, ordering key, label and content type, in UTF-8 bytes. */
    public static final int TEXT_BYTES = 255;

    /** Limit of an id, in visible ASCII characters. */
    public static final int ID_LENGTH = 64;

    private final String destination;
    private final byte[] payload;
    private final @Nullable String id;
    private final @Nullable String label;
    private final @Nullable String orderingKey;
    private final String contentType;
    private final Map<String, String> headers;

    private Message(
            String destination,
            byte[] payload,
            @Nullable String id,
            @Nullable String label,
            @Nullable String orderingKey,
            String contentType,
            Map<String, String> headers) {
        this.destination = destination;
        this.payload = payload;
        this.id = id;
        this.label = label;
        this.orderingKey = orderingKey;
        this.contentType = contentType;
        this.headers = headers;
    }

    /**
     * A JSON message without order.
     *
     * @param destination the topic, queue or whatever the relay's sender takes; at most 255 UTF-8 bytes
     */
    public static Message to(String destination, byte[] payload) {
        return new Message(
                checked("destination", destination),
                Objects.requireNonNull(payload, "payload"),
                null,
                null,
                null,
                "application/json",
                Map.of());
    }

    /** Under this id instead of a derived one: 1 to 64 visible ASCII characters that name this event for ever. */
    public Message id(String given) {
        if (given.isEmpty()
                || given.length() > ID_LENGTH
                || !given.chars().allMatch(sign -> sign > ' ' && sign < 0x7F)) {
            throw new IllegalArgumentException("id must be 1 to " + ID_LENGTH + " visible ASCII characters");
        }
        return new Message(destination, payload, given, label, orderingKey, contentType, headers);
    }

    /**
     * Tells it apart from others that the same operation publishes; the destination does when nothing else is said. A
     * label must not depend on what changes from run to run.
     */
    public Message label(String name) {
        return new Message(destination, payload, id, checked("label", name), orderingKey, contentType, headers);
    }

    /** After every earlier message of this key to this destination, and before every later one. */
    public Message orderedBy(String key) {
        return new Message(destination, payload, id, label, checked("orderingKey", key), contentType, headers);
    }

    /** How the payload is encoded. */
    public Message contentType(String type) {
        return new Message(destination, payload, id, label, orderingKey, checked("contentType", type), headers);
    }

    /** With one more header; names and values have no control characters. */
    public Message header(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        if (value.chars().anyMatch(Character::isISOControl) || !Text.isWellFormed(value)) {
            throw new IllegalArgumentException("the value of header " + name + " holds what cannot be sent");
        }
        more.put(checked("header", name), value);
        return new Message(
                destination, payload, id, label, orderingKey, contentType, Collections.unmodifiableMap(more));
    }

    private static String checked(String what, String text) {
        String fault = Text.faultOf(text, TEXT_BYTES);
        if (fault != null) {
            throw new IllegalArgumentException(what + " " + fault);
        }
        return text;
    }

    /** Where it goes. */
    public String destination() {
        return destination;
    }

    /** The content; not to be written to. */
    public byte[] payload() {
        return payload;
    }

    /** The id that was given, or null. */
    public @Nullable String id() {
        return id;
    }

    /** The label that was given, or the destination. */
    public String label() {
        return label == null ? destination : label;
    }

    /** What it is kept in order by, or null. */
    public @Nullable String orderingKey() {
        return orderingKey;
    }

    /** How the payload is encoded. */
    public String contentType() {
        return contentType;
    }

    /** All headers, by name. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Where it goes and its size; never its content. */
    @Override
    public String toString() {
        return "message to " + destination + " of " + payload.length + " bytes";
    }
}
