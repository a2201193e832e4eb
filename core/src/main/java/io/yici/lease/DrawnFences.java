package io.yici.lease;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * A store without fences, fenced by a database. The fence is drawn after the name was taken, and counts only when the
 * name is found to be still ours afterwards: whoever takes it later draws later, and so higher.
 */
record DrawnFences(LeaseStore store, Fences fences) implements FencedLeaseStore {
    @Override
    public OptionalLong takeFenced(LeaseName name, String owner, Duration time) {
        if (!store.take(name, owner, time)) {
            return OptionalLong.empty();
        }
        boolean confirmed = false;
        try {
            long fence = fences.draw(name);
            confirmed = store.renew(name, owner, time);
            return confirmed ? OptionalLong.of(fence) : OptionalLong.empty();
        } finally {
            if (!confirmed) {
                StoredLeases.releaseQuietly(store, name, owner);
            }
        }
    }

    @Override
    public boolean renew(LeaseName name, String owner, Duration time) {
        return store.renew(name, owner, time);
    }

    @Override
    public boolean release(LeaseName name, String owner) {
        return store.release(name, owner);
    }
}
