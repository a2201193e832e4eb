package io.yici.http.client;

import io.yici.IdempotencyException;
import java.time.Duration;

/** The key is as old as the server's retention: sent now, it could run a second time. Nothing was sent. */
public final class KeyTooOldException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final Duration age;

    KeyTooOldException(Call call, Duration age, Duration retention) {
        super(
                null,
                "The key of " + call + " is " + age + " old, and the server remembers keys for " + retention + ".",
                "Find out whether the first request was done; then forget(intent), and call again only if it was not.",
                false,
                null);
        this.age = age;
    }

    /** How long ago the key was made. */
    public Duration age() {
        return age;
    }
}
