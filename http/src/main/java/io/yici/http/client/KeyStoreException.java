package io.yici.http.client;

import io.yici.IdempotencyException;
import org.jspecify.annotations.Nullable;

/** A key could not be kept, read or forgotten; nothing was sent. */
public final class KeyStoreException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** Says what was found and what to do, each as a sentence. */
    public KeyStoreException(String found, String remedy, @Nullable Throwable cause) {
        super(null, found, remedy, true, cause);
    }
}
