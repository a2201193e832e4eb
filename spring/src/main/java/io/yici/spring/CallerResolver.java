package io.yici.spring;

import org.jspecify.annotations.Nullable;

/**
 * Tells on whose behalf the calling thread works, for every {@link Idempotent} method that names no caller of its own.
 * Thread-safe.
 */
@FunctionalInterface
public interface CallerResolver {
    /**
     * A stable id of the user or tenant, at most 255 UTF-8 bytes: never a token, a session or an address, which differ
     * between two tries of one person. Null or blank when there is none, and then the call is refused.
     */
    @Nullable String caller();
}
