package io.yici.services;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts its server when first asked; what went wrong the first time is not tried again. */
final class LazyServer {
    private final Supplier<DatabaseServer> start;
    private @Nullable DatabaseServer server;
    private @Nullable RuntimeException failure;

    LazyServer(Supplier<DatabaseServer> start) {
        this.start = start;
    }

    synchronized DatabaseServer get() {
        if (failure != null) {
            throw new ServiceUnavailableException("failed before: " + failure.getMessage(), failure);
        }
        DatabaseServer running = server;
        if (running == null) {
            running = started();
            server = running;
        }
        return running;
    }

    private DatabaseServer started() {
        try {
            return start.get();
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }
}
