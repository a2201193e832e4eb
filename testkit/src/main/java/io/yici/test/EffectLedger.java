package io.yici.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts how often an effect really happened, outside of the transaction under test: a roll-back does not take an entry
 * back. Thread-safe; the one in a file also counts across processes and survives their death.
 */
public interface EffectLedger {
    /** Writes one entry. */
    void enter(String effect);

    /** All entries in the order they came. */
    List<String> entries();

    /** How often this effect was entered. */
    default long count(String effect) {
        return entries().stream().filter(effect::equals).count();
    }

    /** A ledger of this process. */
    static EffectLedger inMemory() {
        List<String> entries = new CopyOnWriteArrayList<>();
        return new EffectLedger() {
            @Override
            public void enter(String effect) {
                entries.add(effect);
            }

            @Override
            public List<String> entries() {
                return List.copyOf(entries);
            }
        };
    }

    /** A ledger that several processes append to; an entry is one line, so it must not contain a line break. */
    static EffectLedger inFile(Path file) {
        return new EffectLedger() {
            @Override
            public void enter(String effect) {
                try {
                    Files.writeString(file, effect + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }

            @Override
            public List<String> entries() {
                try {
                    return Files.exists(file) ? Files.readAllLines(file) : List.of();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        };
    }
}
