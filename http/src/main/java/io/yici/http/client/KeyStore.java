package io.yici.http.client;

import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Where the key of a named call lives from before its first request until the intent has ended.
 *
 * <p>An implementer owes: {@link #keyFor} is atomic, so that two threads (and, for a shared store, two processes) that
 * ask for one intent get one key; what it returns is as durable as the store promises <em>before</em> it returns; it
 * never replaces a key, however old. Thread-safe.
 */
public interface KeyStore {
    /**
     * Returns the key of the intent, making and keeping one when there is none.
     *
     * @param intent what the user wants, in the user's words, for instance {@code checkout-42}
     * @param fresh makes a key; called at most once, and its key may go unused when another thread was first
     * @throws KeyStoreException when the key cannot be kept or read; nothing may then be sent
     */
    StoredKey keyFor(String intent, Supplier<String> fresh);

    /** Gives up the key of an intent that has ended; does nothing when there is none. */
    void forget(String intent);

    /**
     * Keys in memory: one key per intent among threads, lost when the process ends. Grows until intents are forgotten.
     */
    static KeyStore inMemory() {
        return new InMemoryKeyStore(Clock.systemUTC());
    }

    /**
     * A key and when it was made.
     *
     * @param since by the clock of the store, before the first request
     */
    record StoredKey(String key, Instant since) {
        /** The time only; the key is not for logs. */
        @Override
        public String toString() {
            return "StoredKey[since=" + since + "]";
        }
    }
}
