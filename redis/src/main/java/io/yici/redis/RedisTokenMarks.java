package io.yici.redis;

import io.yici.OperationId;
import io.yici.guard.TokenMarks;
import java.time.Duration;

/**
 * Marks of used tokens on Redis: one script that sets the mark with its life, or finds it there. The mark is kept until
 * its life is over, and no repeat changes it. Only a hint: what Redis forgets is decided by the database all the same.
 * Blocks for the time-out of its {@link RedisAccess} at most; thread safe.
 */
public final class RedisTokenMarks implements TokenMarks {
    private final RedisAccess redis;

    /** On the Redis that {@code redis} speaks to. */
    public RedisTokenMarks(RedisAccess redis) {
        this.redis = redis;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when {@code keep} is not 1 ms to ten years
     */
    @Override
    public Mark consume(OperationId id, Duration keep) {
        long millis = Life.millis("keep", keep);
        try {
            return redis.take(redis.key("token", id.toString()), Owner.next(), millis)
                    ? new Mark.First()
                    : new Mark.Repeated();
        } catch (RedisUnavailableException e) {
            return new Mark.Unavailable(e);
        }
    }
}
