package io.yici.redis;

import io.yici.OperationId;
import io.yici.guard.EntryGuard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An entry guard on Redis: SET NX PX with an owner of its own for each entry. Suppression only: a Redis that forgets an
 * entry (eviction, fail-over, FLUSHALL) lets a second call through to the database, whose claim stops it. Blocks for
 * the time-out of its {@link RedisAccess} at most; thread safe.
 */
public final class RedisEntryGuard implements EntryGuard {
    private final RedisAccess redis;

    /** On the Redis that {@code redis} speaks to. */
    public RedisEntryGuard(RedisAccess redis) {
        this.redis = redis;
    }

    /**
     * {@inheritDoc}
     *
     * <p>An entry that Redis may have given although its answer was late is given up behind it, in the background.
     *
     * @throws IllegalArgumentException when {@code atMost} is not 1 ms to ten years
     */
    @Override
    public Entry enter(OperationId id, Duration atMost) {
        long millis = Life.millis("atMost", atMost);
        String key = redis.key("guard", id.toString());
        String owner = Owner.next();
        try {
            return redis.take(key, owner, millis) ? new Held(redis, key, owner) : new Entry.Occupied();
        } catch (RedisUnavailableException e) {
            if (e.mayHaveHappened()) {
                redis.leaveBehind(key, owner);
            }
            return new Entry.Unavailable(e);
        }
    }

    /** Leaving waits for nobody. */
    private static final class Held implements Entry.Entered {
        private final RedisAccess redis;
        private final String key;
        private final String owner;
        private final AtomicBoolean left = new AtomicBoolean();

        Held(RedisAccess redis, String key, String owner) {
            this.redis = redis;
            this.key = key;
            this.owner = owner;
        }

        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                redis.leaveBehind(key, owner);
            }
        }
    }
}
