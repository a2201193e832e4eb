package io.yici.test;

import io.yici.OperationId;
import io.yici.guard.EntryGuard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry guard in the memory of one test, that fails and forgets when it is told to. It keeps what the contract asks,
 * in this process only, so that it is of no use to an application. Thread-safe.
 */
public final class ScriptedEntryGuard implements EntryGuard {
    private final Map<OperationId, Held> entries = new HashMap<>();
    private @Nullable Exception failure;
    private int asked;
    private int left;

    /** Empty, and at hand. */
    public ScriptedEntryGuard() {}

    @Override
    public synchronized Entry enter(OperationId id, Duration atMost) {
        if (atMost.toMillis() < 1) {
            throw new IllegalArgumentException("atMost must be at least 1 millisecond, not " + atMost);
        }
        asked++;
        if (failure != null) {
            return new Entry.Unavailable(failure);
        }
        Held there = entries.get(id);
        if (there != null && there.endsAt - System.nanoTime() > 0) {
            return new Entry.Occupied();
        }
        Held mine = new Held(id, System.nanoTime() + atMost.toNanos());
        entries.put(id, mine);
        return mine;
    }

    /** Cannot be reached from now on. */
    public synchronized void fail(Exception cause) {
        this.failure = cause;
    }

    /** Can be reached again. */
    public synchronized void recover() {
        this.failure = null;
    }

    /** Loses every entry, as a store does that restarts empty. */
    public synchronized void forgetAll() {
        entries.clear();
    }

    /** How often an entry was asked for. */
    public synchronized int asked() {
        return asked;
    }

    /** How often somebody left. */
    public synchronized int left() {
        return left;
    }

    /** Whether somebody is inside. */
    public synchronized boolean isHeld(OperationId id) {
        return entries.containsKey(id);
    }

    private synchronized void leave(Held held) {
        left++;
        entries.remove(held.id, held);
    }

    private final class Held implements Entry.Entered {
        private final OperationId id;
        private final long endsAt;

        private Held(OperationId id, long endsAt) {
            this.id = id;
            this.endsAt = endsAt;
        }

        @Override
        public void close() {
            leave(this);
        }
    }
}
