package io.yici.redis;

import io.yici.guard.EntryGuard;
import io.yici.test.EntryGuardContract;
import org.junit.jupiter.api.AfterAll;

/** On one Redis. */
class EntryGuardOnSingleTest extends EntryGuardContract {
    private static final Ground GROUND = Ground.shared();
    private static final Ground NOWHERE = Ground.nowhere();

    @AfterAll
    static void close() {
        GROUND.close();
        NOWHERE.close();
    }

    @Override
    protected EntryGuard guard() {
        return new RedisEntryGuard(GROUND.access());
    }

    @Override
    protected EntryGuard unreachable() {
        return new RedisEntryGuard(NOWHERE.access());
    }
}
