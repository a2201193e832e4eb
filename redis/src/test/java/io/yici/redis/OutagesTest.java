package io.yici.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.yici.Operation;
import io.yici.OperationId;
import io.yici.guard.EntryGuard.Entry;
import io.yici.guard.TokenMarks.Mark;
import io.yici.services.FaultProxy;
import io.yici.services.RedisCluster;
import io.yici.services.RedisServer;
import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Redis is down, slow, cut off, emptied or failed over, and comes back. Cases B37, B39, L3. */
class OutagesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** B39: an application starts without Redis, is told so, and uses it as soon as it is there. */
    @Test
    void redisThatComesLaterIsUsedWithoutRestart() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            redis.crash();
            RedisEntryGuard guard = new RedisEntryGuard(ground.access());
            assertThat(guard.enter(fresh(), MINUTE)).isInstanceOf(Entry.Unavailable.class);
            redis.restart();
            awaitEntered(guard, fresh());
        }
    }

    /** L3, B38: after a restart nothing is known there, the scripts neither, and everything works again. */
    @Test
    void restartedRedisIsUsedAgain() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisEntryGuard guard = new RedisEntryGuard(ground.access());
            OperationId id = fresh();
            awaitEntered(guard, id);
            redis.crash();
            Await.until(() -> guard.enter(fresh(), MINUTE) instanceof Entry.Unavailable);
            redis.restart();
            Entry.Entered again = awaitEntered(guard, id);
            assertThat(guard.enter(id, MINUTE)).isInstanceOf(Entry.Occupied.class);
            again.close();
            awaitEntered(guard, id);
        }
    }

    /** B38: EVALSHA is answered NOSCRIPT, and nobody notices. */
    @Test
    void lostScriptsAreSentAgain() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisTokenMarks marks = new RedisTokenMarks(ground.access());
            OperationId id = fresh();
            assertThat(marks.consume(id, MINUTE)).isInstanceOf(Mark.First.class);
            redis.run("SCRIPT FLUSH");
            assertThat(redis.run("INFO memory")).contains("number_of_cached_scripts:0");
            assertThat(marks.consume(id, MINUTE)).isInstanceOf(Mark.Repeated.class);
            assertThat(redis.run("INFO memory")).contains("number_of_cached_scripts:1");
        }
    }

    /** A script that Redis did not know would be sent a second time, behind what was sent after it. */
    @Test
    void firstLeaveIsNotOvertakenByTheNextEntry() throws RedisUnavailableException {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisAccess access = ground.access();
            String key = access.key("guard", "k");
            assertThat(access.take(key, "a", 60_000)).isTrue();
            access.leaveBehind(key, "a");
            assertThat(access.take(key, "b", 60_000)).isTrue();
            assertThat(redis.run("INFO memory")).contains("number_of_cached_scripts:" + RedisScript.values().length);
        }
    }

    /** A holder whose entry was forgotten takes nothing from the next one. */
    @Test
    void flushedRedisForgetsWithoutHarm() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisEntryGuard guard = new RedisEntryGuard(ground.access());
            OperationId id = fresh();
            Entry.Entered forgotten = awaitEntered(guard, id);
            redis.run("FLUSHALL");
            awaitEntered(guard, id);
            forgotten.close();
            assertThat(guard.enter(id, MINUTE)).isInstanceOf(Entry.Occupied.class);
        }
    }

    /** B39: forty threads meet a Redis that has stopped answering; each is free again within the time-out. */
    @Test
    void frozenRedisHoldsNobodyLongerThanTheTimeout() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisAccess access = ground.access().timeout(Duration.ofMillis(300));
            RedisEntryGuard guard = new RedisEntryGuard(access);
            awaitEntered(guard, fresh());
            redis.freeze();
            List<Race.Finish<Entry>> entries =
                    Race.within(Duration.ofSeconds(20)).run(40, runner -> () -> guard.enter(fresh(), MINUTE));
            assertThat(entries).allSatisfy(one -> assertThat(one.answer()).isInstanceOf(Entry.Unavailable.class));
            redis.unfreeze();
            awaitEntered(guard, fresh());
        }
    }

    /** B39: a client that never answers holds nobody; once that is known, it is not even asked. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void knownOutageCostsNoWaiting() throws Exception {
        int[] asked = {0};
        RedisAccess access = RedisAccess.through((script, key, arguments) -> {
                    asked[0]++;
                    return new CompletableFuture<>();
                })
                .timeout(Duration.ofMillis(10));
        RedisEntryGuard guard = new RedisEntryGuard(access);
        for (int call = 0; call < 3; call++) {
            assertThat(guard.enter(fresh(), MINUTE)).isInstanceOf(Entry.Unavailable.class);
        }
        int known = asked[0];
        for (int call = 0; call < 1_000; call++) {
            assertThat(guard.enter(fresh(), MINUTE))
                    .isInstanceOfSatisfying(
                            Entry.Unavailable.class,
                            unavailable -> assertThat(unavailable.cause()).hasRootCauseInstanceOf(Exception.class));
        }
        assertThat(asked[0] - known).isLessThan(10);
    }

    /** An entry given too late is given up behind it, and stands in nobody's way until its time is over. */
    @Test
    void lateEntryIsGivenUpAgain() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisEntryGuard hasty = new RedisEntryGuard(ground.access().timeout(Duration.ofMillis(50)));
            RedisEntryGuard patient = new RedisEntryGuard(ground.access());
            OperationId id = fresh();
            awaitEntered(patient, id).close();
            redis.freeze();
            assertThat(hasty.enter(id, MINUTE)).isInstanceOf(Entry.Unavailable.class);
            redis.unfreeze();
            awaitEntered(patient, id);
        }
    }

    /** B39: connections cut while in use are opened again. */
    @Test
    void cutConnectionIsOpenedAgain() {
        try (RedisServer redis = RedisServer.start();
                FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
                Ground ground = Ground.on("redis://" + proxy.host() + ":" + proxy.port())) {
            RedisEntryGuard guard = new RedisEntryGuard(ground.access());
            awaitEntered(guard, fresh());
            for (int cut = 0; cut < 3; cut++) {
                proxy.cutAll();
                awaitEntered(guard, fresh());
            }
            proxy.down();
            Await.until(() -> guard.enter(fresh(), MINUTE) instanceof Entry.Unavailable);
            proxy.up();
            awaitEntered(guard, fresh());
        }
    }

    /** A host that vanished sends no reset: its silent connection is given up for a new one. */
    @Test
    void connectionThatWentSilentIsReplaced() {
        try (RedisServer redis = RedisServer.start();
                FaultProxy proxy = FaultProxy.to(redis.host(), redis.port());
                Ground ground = Ground.on("redis://" + proxy.host() + ":" + proxy.port())) {
            RedisEntryGuard guard = new RedisEntryGuard(ground.access().timeout(Duration.ofMillis(50)));
            awaitEntered(guard, fresh());
            proxy.silence();
            assertThat(guard.enter(fresh(), MINUTE)).isInstanceOf(Entry.Unavailable.class);
            awaitEntered(guard, fresh());
        }
    }

    /** B37: a full Redis that does not evict refuses, and that is told, not taken for an answer. */
    @Test
    void fullRedisIsUnavailable() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url())) {
            RedisTokenMarks marks = new RedisTokenMarks(ground.access());
            OperationId id = fresh();
            assertThat(marks.consume(id, MINUTE)).isInstanceOf(Mark.First.class);
            redis.run("CONFIG SET maxmemory 1");
            assertThat(marks.consume(fresh(), MINUTE))
                    .isInstanceOfSatisfying(
                            Mark.Unavailable.class,
                            unavailable -> assertThat(unavailable.cause()).hasMessageContaining("OOM"));
        }
    }

    /** B37: an evicting Redis forgets the mark; the next use is called first, and the database has to know better. */
    @Test
    void evictedMarkIsFirstAgain() {
        try (RedisServer redis = RedisServer.start("--maxmemory", "3mb", "--maxmemory-policy", "volatile-lru");
                Ground ground = Ground.on(redis.url());
                Ground.Look look = new Ground.Look(redis.url())) {
            RedisTokenMarks marks = new RedisTokenMarks(ground.access());
            OperationId id = fresh();
            assertThat(marks.consume(id, MINUTE)).isInstanceOf(Mark.First.class);
            fill(look);
            assertThat(look.redis.keys(ground.prefix + "*")).isEmpty();
            look.redis.del(look.redis.keys("filling*").toArray(String[]::new));
            assertThat(marks.consume(id, MINUTE)).isInstanceOf(Mark.First.class);
        }
    }

    /** B37: the successor lost what the master had just been told, and kept what was older; the client finds it. */
    @Test
    void failedOverClusterIsUsedAgain() {
        try (RedisCluster cluster = RedisCluster.startWithReplicas();
                Ground ground = Ground.onCluster(cluster.urls())) {
            RedisTokenMarks marks = new RedisTokenMarks(ground.access());
            OperationId kept = fresh();
            RedisServer master = cluster.masterOf(ground.access().key("token", kept.toString()));
            OperationId lost = fresh();
            while (cluster.masterOf(ground.access().key("token", lost.toString())) != master) {
                lost = fresh();
            }
            OperationId told = lost;
            assertThat(marks.consume(kept, MINUTE)).isInstanceOf(Mark.First.class);
            cluster.failOver(
                    master, () -> assertThat(marks.consume(told, MINUTE)).isInstanceOf(Mark.First.class));
            Await.until(() -> marks.consume(kept, MINUTE) instanceof Mark.Repeated);
            assertThat(marks.consume(told, MINUTE)).isInstanceOf(Mark.First.class);
        }
    }

    private static void fill(Ground.Look look) {
        String much = "x".repeat(2_000);
        try {
            for (int number = 0; number < 5_000; number++) {
                look.redis.set("filling" + number, much);
            }
        } catch (RedisCommandExecutionException full) {
            assertThat(full).hasMessageContaining("OOM");
        }
    }

    private static Entry.Entered awaitEntered(RedisEntryGuard guard, OperationId id) {
        Entry[] entry = {null};
        Await.until(() -> {
            entry[0] = guard.enter(id, MINUTE);
            return entry[0] instanceof Entry.Entered;
        });
        return (Entry.Entered) entry[0];
    }

    private static OperationId fresh() {
        return Operation.named("order.pay")
                .by("alice")
                .key(UUID.randomUUID().toString())
                .id();
    }
}
