package io.yici.http.client;

import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** Keys in the memory of this process. */
final class InMemoryKeyStore implements KeyStore {
    private final ConcurrentMap<String, StoredKey> keys = new ConcurrentHashMap<>();
    private final Clock clock;

    InMemoryKeyStore(Clock clock) {
        this.clock = clock;
    }

    @Override
    public StoredKey keyFor(String intent, Supplier<String> fresh) {
        return keys.computeIfAbsent(intent, absent -> new StoredKey(fresh.get(), clock.instant()));
    }

    @Override
    public void forget(String intent) {
        keys.remove(intent);
    }
}
