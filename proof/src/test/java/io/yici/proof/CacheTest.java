package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.OperationId;
import io.yici.jdbc.JoinedYici;
import io.yici.services.TestDatabase;
import io.yici.store.OperationRecord;
import io.yici.store.RecordCache;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only what is committed for certain is kept near. */
class CacheTest {
    private final MapCache cache = new MapCache();
    private final Shop shop =
            Shop.open(new Ground(TestDatabase.POSTGRESQL, Ground.Level.OWN), 4, builder -> builder.cache(cache));

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void aCommittedAnswerIsReplayedWithoutTheDatabase() {
        String key = Shop.freshKey();
        shop.yici.once(Shop.order(key), "x", String.class, () -> "first");
        shop.pool.close();
        assertThat(shop.yici
                        .once(Shop.order(key), "x", String.class, Shop::never)
                        .value())
                .isEqualTo("first");
        assertThatThrownBy(() -> shop.yici.once(Shop.order(key), "y", String.class, Shop::never))
                .isInstanceOf(io.yici.MismatchException.class);
    }

    @Test
    void aRollBackOfTheCallerOrOfAnOuterRunLeavesNothingInTheCache() throws SQLException {
        String joinedKey = Shop.freshKey();
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = shop.yici.joining(connection)) {
                joined.once(Shop.order(joinedKey), "x", String.class, () -> "rolled back");
                assertThat(joined.once(Shop.order(joinedKey), "x", String.class, Shop::never)
                                .replayed())
                        .isTrue();
                connection.rollback();
            }
        }
        String innerKey = Shop.freshKey();
        assertThatThrownBy(() -> shop.yici.once(Shop.order(Shop.freshKey()), "x", String.class, () -> {
                    shop.yici.once(Shop.order(innerKey), "x", String.class, () -> "rolled back");
                    throw new IllegalStateException("outer fails");
                }))
                .hasMessage("outer fails");
        assertThat(cache.records).isEmpty();
        assertThat(shop.yici
                        .once(Shop.order(joinedKey), "x", String.class, () -> "ran")
                        .value())
                .isEqualTo("ran");
        assertThat(shop.yici
                        .once(Shop.order(innerKey), "x", String.class, () -> "ran")
                        .value())
                .isEqualTo("ran");
    }

    @Test
    void aRollBackToASavepointOfTheCallerLeavesNothingInTheCache() throws SQLException {
        String key = Shop.freshKey();
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = shop.yici.joining(connection)) {
                var before = connection.setSavepoint();
                joined.once(Shop.order(key), "x", String.class, () -> "rolled back");
                connection.rollback(before);
                connection.commit();
            }
        }
        assertThat(cache.records).isEmpty();
        assertThat(shop.yici
                        .once(Shop.order(key), "x", String.class, () -> "ran")
                        .value())
                .isEqualTo("ran");
    }

    @Test
    void anInnerRunThatCommittedWithItsOuterRunIsKeptOnlyOnceItIsReadBack() {
        String inner = Shop.freshKey();
        shop.yici.once(
                Shop.order(Shop.freshKey()),
                "x",
                String.class,
                () -> shop.yici
                        .once(Shop.order(inner), "x", String.class, () -> "inner")
                        .value());
        assertThat(cache.records).doesNotContainKey(Shop.order(inner).id());
        shop.yici.once(Shop.order(inner), "x", String.class, Shop::never);
        assertThat(cache.records).containsKey(Shop.order(inner).id());
    }

    @Test
    void aForgottenKeyIsForgottenHereTooAtOnce() {
        String key = Shop.freshKey();
        shop.yici.once(Shop.order(key), "x", String.class, () -> "first");
        shop.yici.forget(Shop.order(key), "on-call", "test");
        assertThat(shop.yici
                        .once(Shop.order(key), "x", String.class, () -> "second")
                        .value())
                .isEqualTo("second");
    }

    private static final class MapCache implements RecordCache {
        private final Map<OperationId, OperationRecord> records = new ConcurrentHashMap<>();

        @Override
        public @Nullable OperationRecord get(OperationId id) {
            return records.get(id);
        }

        @Override
        public void put(OperationRecord record, Duration atMost) {
            assertThat(atMost).isPositive();
            records.put(record.id(), record);
        }

        @Override
        public void remove(OperationId id) {
            records.remove(id);
        }
    }
}
