package io.yici.redis;

import io.yici.guard.TokenMarks;
import io.yici.test.TokenMarksContract;
import org.junit.jupiter.api.AfterAll;

/** On one Redis. */
class TokenMarksOnSingleTest extends TokenMarksContract {
    private static final Ground GROUND = Ground.shared();
    private static final Ground NOWHERE = Ground.nowhere();

    @AfterAll
    static void close() {
        GROUND.close();
        NOWHERE.close();
    }

    @Override
    protected TokenMarks marks() {
        return new RedisTokenMarks(GROUND.access());
    }

    @Override
    protected TokenMarks unreachable() {
        return new RedisTokenMarks(NOWHERE.access());
    }
}
