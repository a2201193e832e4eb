package io.yici.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kept key is there whole or not at all, once for each intent, and never replaced. */
class FileKeyStoreTest {
    private static final Instant MADE = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    private Path directory;

    @Test
    void aStoreOpenedAgainGivesTheSameKey() {
        KeyStore.StoredKey first = store(MADE).keyFor("pay/7 \u4e00\u6b21", () -> "k\"\\1");
        KeyStore.StoredKey again = store(MADE.plusSeconds(9)).keyFor("pay/7 \u4e00\u6b21", () -> "other");
        assertThat(again).isEqualTo(first).isEqualTo(new KeyStore.StoredKey("k\"\\1", MADE));
        assertThat(store(MADE).keyFor("pay/8", () -> "other").key()).isEqualTo("other");
    }

    @Test
    void aForgottenIntentGetsANewKey() {
        KeyStore store = store(MADE);
        store.keyFor("a", () -> "1");
        store.keyFor("b", () -> "2");
        store.forget("a");
        store.forget("never known");
        assertThat(store.keyFor("a", () -> "3").key()).isEqualTo("3");
        assertThat(store.keyFor("b", () -> "3").key()).isEqualTo("2");
    }

    @Test
    void manyWhoAskAtOnceGetOneKey() throws Exception {
        int threads = 8;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<String>>> askers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                askers.add(pool.submit(() -> {
                    KeyStore own = new FileKeyStore(directory);
                    List<String> keys = new ArrayList<>();
                    for (int round = 0; round < 20; round++) {
                        barrier.await();
                        keys.add(own.keyFor(
                                        "intent-" + round,
                                        () -> UUID.randomUUID().toString())
                                .key());
                    }
                    return keys;
                }));
            }
            Set<List<String>> seen = new HashSet<>();
            for (Future<List<String>> asker : askers) {
                seen.add(asker.get());
            }
            assertThat(seen).hasSize(1);
            assertThat(new HashSet<>(seen.iterator().next())).hasSize(20);
        } finally {
            pool.shutdownNow();
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).hasSize(20);
        }
    }

    @Test
    void aDamagedFileIsRefusedAndNotReplaced() throws IOException {
        store(MADE).keyFor("a", () -> "1");
        Path file = onlyFile();
        for (String damage : List.of(
                "", "yici-key-1\n", "yici-key-2\n1\nk\na\n", "yici-key-1\nx\nk\na\n", "yici-key-1\n1\nk\nb\n")) {
            Files.writeString(file, damage);
            assertThatExceptionOfType(KeyStoreException.class)
                    .isThrownBy(() -> store(MADE).keyFor("a", () -> "2"))
                    .withMessageContaining("Nothing was sent");
            assertThat(Files.readString(file)).isEqualTo(damage);
        }
    }

    @Test
    void aDirectoryThatIsGoneIsRefused() throws IOException {
        KeyStore store = store(MADE);
        Files.delete(directory);
        assertThatExceptionOfType(KeyStoreException.class).isThrownBy(() -> store.keyFor("a", () -> "1"));
        Path file = Files.createFile(directory);
        assertThatExceptionOfType(KeyStoreException.class).isThrownBy(() -> new FileKeyStore(file));
    }

    @Test
    void aKeyAsOldAsTheRetentionIsRefusedUntilItIsForgotten() {
        Duration retention = Duration.ofHours(24);
        IdempotentCalls then = callsAt(MADE);
        String key = then.call("a").key();
        assertThat(callsAt(MADE.plus(retention).minusMillis(1)).call("a").key()).isEqualTo(key);
        IdempotentCalls late = callsAt(MADE.plus(retention));
        assertThatExceptionOfType(KeyTooOldException.class)
                .isThrownBy(() -> late.call("a"))
                .withMessageContaining("a[")
                .withMessageContaining("Find out whether")
                .satisfies(old -> assertThat(old.age()).isEqualTo(retention))
                .satisfies(old -> assertThat(old.getMessage()).doesNotContain(key));
        late.forget("a");
        assertThat(late.call("a").key()).isNotEqualTo(key);
    }

    private IdempotentCalls callsAt(Instant now) {
        return IdempotentCalls.builder()
                .keyStore(store(now))
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .build();
    }

    private KeyStore store(Instant now) {
        return new FileKeyStore(directory, Clock.fixed(now, ZoneOffset.UTC));
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }
}
