package io.yici.json.internal;

import io.yici.json.ReadBack;
import java.util.concurrent.atomic.AtomicInteger;

/** How far a type has proved to come back as it went. Thread-safe; racing threads may check a few times more. */
final class Trust {
    private static final int ENOUGH = 16;

    private final boolean canBeTrusted;
    private final AtomicInteger proofs = new AtomicInteger();

    Trust(boolean canBeTrusted) {
        this.canBeTrusted = canBeTrusted;
    }

    boolean isDue(ReadBack readBack) {
        return switch (readBack) {
            case ALWAYS -> true;
            case NEVER -> false;
            case UNTIL_TRUSTED -> !canBeTrusted || proofs.get() < ENOUGH;
        };
    }

    void gained() {
        if (canBeTrusted && proofs.get() < ENOUGH) {
            proofs.incrementAndGet();
        }
    }
}
