package io.yici.redis;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps one line open, opened by one thread at a time when somebody asks, and again when that failed. */
final class LineKeeper {
    private final Supplier<Line> open;
    private @Nullable CompletableFuture<Line> line;
    private boolean closed;

    LineKeeper(Supplier<Line> open) {
        this.open = open;
    }

    /** Does not block. Nobody may complete or cancel what is returned. */
    synchronized CompletableFuture<Line> line() {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("closed: its connection to Redis"));
        }
        CompletableFuture<Line> known = line;
        if (known == null || known.isCompletedExceptionally()) {
            known = opening();
            line = known;
        }
        return known;
    }

    /** Gives a line up for a new one, unless that has been done already. */
    synchronized void replace(Line silent) {
        CompletableFuture<Line> known = line;
        if (known != null && known.isDone() && !known.isCompletedExceptionally() && known.join() == silent) {
            line = null;
            silent.close();
        }
    }

    synchronized void close() {
        closed = true;
        CompletableFuture<Line> known = line;
        if (known != null) {
            known.thenAccept(Line::close);
        }
    }

    private CompletableFuture<Line> opening() {
        CompletableFuture<Line> opening = new CompletableFuture<>();
        Thread thread = new Thread(() -> open(opening), "yici-redis-connect");
        thread.setDaemon(true);
        thread.start();
        return opening;
    }

    private void open(CompletableFuture<Line> opening) {
        try {
            opening.complete(open.get());
        } catch (RuntimeException | Error e) {
            opening.completeExceptionally(e);
        }
    }
}
