package io.yici.redis;

import io.yici.lease.LeaseName;
import io.yici.lease.LeaseStore;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.time.Duration;

/** A key for each name that is held, ending with its time by Redis's own clock; free names leave nothing behind. */
final class RedisLeaseStore implements LeaseStore {
    private final RedisAccess redis;

    RedisLeaseStore(RedisAccess redis) {
        this.redis = redis;
    }

    @Override
    public boolean take(LeaseName name, String owner, Duration time) {
        return asked(() -> redis.take(key(name), owner, time.toMillis()));
    }

    @Override
    public boolean renew(LeaseName name, String owner, Duration time) {
        return asked(() -> redis.keep(key(name), owner, time.toMillis()));
    }

    @Override
    public boolean release(LeaseName name, String owner) {
        String key = key(name);
        try {
            return redis.leave(key, owner);
        } catch (RedisUnavailableException e) {
            // It may not have been sent; then nobody would have the name until its time is over.
            redis.leaveBehind(key, owner);
            throw failed(e);
        }
    }

    private String key(LeaseName name) {
        return redis.key("lease", name.hex());
    }

    private interface Question {
        boolean ask() throws RedisUnavailableException;
    }

    private static boolean asked(Question question) {
        try {
            return question.ask();
        } catch (RedisUnavailableException e) {
            throw failed(e);
        }
    }

    private static StoreException failed(RedisUnavailableException e) {
        Failure failure = e.mayHaveHappened() ? Failure.UNREACHABLE : Failure.REFUSED;
        return new StoreException(failure, String.valueOf(e.getMessage()), e);
    }
}
