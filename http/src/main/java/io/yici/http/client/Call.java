package io.yici.http.client;

import io.yici.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One logical call: what the user wants once, under one key, however often it is sent.
 *
 * <p>Made by {@link IdempotentCalls}. Sending it again, by hand or by a queue after a restart, sends the same key.
 * Immutable and thread-safe; it knows the request only through its key, so the same call must be sent with the same
 * content, or the server refuses it with 422.
 */
public final class Call {
    private final String name;
    private final @Nullable String intent;
    private final String key;
    private final String headerValue;
    private final @Nullable Instant since;

    private Call(String name, @Nullable String intent, String key, String headerValue, @Nullable Instant since) {
        this.name = name;
        this.intent = intent;
        this.key = KeyText.checked(key);
        this.headerValue = headerValue;
        this.since = since;
    }

    static Call unnamed(String key, Instant since) {
        return new Call("call", null, key, KeyText.quoted(key), since);
    }

    static Call named(String intent, KeyStore.StoredKey stored) {
        return new Call(intent, intent, stored.key(), KeyText.quoted(stored.key()), stored.since());
    }

    static Call under(String key) {
        return new Call("call", null, key, KeyText.quoted(key), null);
    }

    static Call ofHeader(String value) {
        return new Call("call", null, KeyText.unquoted(value), value, null);
    }

    /** What the user wants, as named to the key store; empty for a call that has no name. */
    public Optional<String> intent() {
        return Optional.ofNullable(intent);
    }

    /** The key of every attempt. Not for logs. */
    public String key() {
        return key;
    }

    /** The value of the {@code Idempotency-Key} header, quoted as a structured-field string. Not for logs. */
    public String headerValue() {
        return headerValue;
    }

    /** When the key was made; empty for a key that came from elsewhere, whose age only its owner knows. */
    public Optional<Instant> since() {
        return Optional.ofNullable(since);
    }

    /**
     * The call for one item of a list: its key is derived from this call's key and the item's own id (SHA-256, 64
     * hexadecimal digits), so an item keeps its key when the list is sent again shorter, longer or in another order.
     *
     * @param itemId what identifies the item in the user's data; never its place in the list
     */
    public Call item(String itemId) {
        if (itemId.isBlank() || !StandardCharsets.UTF_8.newEncoder().canEncode(itemId)) {
            throw new IllegalArgumentException("itemId must be well-formed and not blank");
        }
        String derived = Operation.named("http.client.item")
                .by("yici-http-client")
                .key(key)
                .deriveKey(itemId);
        return new Call(name + "/" + itemId, intent, derived, KeyText.quoted(derived), since);
    }

    /** The intent or item, and a short hash of the key; never the key. */
    @Override
    public String toString() {
        return name + "["
                + Operation.named("http.client.call")
                        .by("yici-http-client")
                        .key(key)
                        .id()
                        .shortHash() + "]";
    }
}
