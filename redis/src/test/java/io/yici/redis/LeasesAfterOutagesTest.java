package io.yici.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Operation;
import io.yici.StoreUnavailableException;
import io.yici.jdbc.FencedUpdate;
import io.yici.jdbc.JdbcYici;
import io.yici.lease.FencedLease;
import io.yici.lease.Lease;
import io.yici.lease.LeaseLoss;
import io.yici.lease.LeaseName;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.services.FreshDatabase;
import io.yici.services.RedisCluster;
import io.yici.services.RedisServer;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Redis restarts, fails over or stands still under leases. Cases L2, L3, L5, L6, L10, B35. */
class LeasesAfterOutagesTest {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final FreshDatabase DATABASE = TestDatabase.POSTGRESQL.create("outages");
    private static final DataSource POOL = DATABASE.pool(4);
    private static final JdbcYici YICI =
            JdbcYici.on(POOL).createSchemaIfMissing().build();

    @AfterAll
    static void close() {
        YICI.close();
        DATABASE.close();
    }

    /** L3: the restarted Redis knows neither names nor scripts; the name is had again, and renewed. */
    @Test
    void afterARestartNamesAreHadAndRenewedAgain() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url());
                Leases<FencedLease> leases = leases(ground)) {
            FencedLease before = leases.tryAcquire("shift", SHORT).orElseThrow();
            List<LeaseLoss> told = new CopyOnWriteArrayList<>();
            before.onLoss(told::add);
            redis.crash();
            redis.restart();
            Await.until(() -> !told.isEmpty());
            assertThat(before.isHeld()).isFalse();
            FencedLease after = awaitLease(leases, "shift");
            assertThat(after.fence()).isGreaterThan(before.fence());
            String key = ground.access().key("lease", LeaseName.of("shift").hex());
            for (int renewal = 0; renewal < 2; renewal++) {
                long[] last = {Long.MAX_VALUE};
                Await.until(() -> {
                    long left = Long.parseLong(redis.run("PTTL " + key));
                    boolean renewed = left > last[0];
                    last[0] = left;
                    return renewed;
                });
            }
            assertThat(after.isHeld()).isTrue();
        }
    }

    /**
     * L6, B35: the fail-over loses the lease while its holder works, so the name is given out twice; the fence of the
     * second is higher, and once it has written the first writes nothing any more.
     */
    @Test
    void failOverThatLosesALeaseLetsNoStaleHolderWrite() throws SQLException {
        execute("CREATE TABLE shift (id VARCHAR(10) PRIMARY KEY, worker VARCHAR(10), fence BIGINT)");
        execute("INSERT INTO shift (id) VALUES ('night')");
        try (RedisCluster cluster = RedisCluster.startWithReplicas();
                Ground ground = Ground.onCluster(cluster.urls());
                Leases<FencedLease> leases = leases(ground)) {
            RedisServer master = cluster.masterOf(
                    ground.access().key("lease", LeaseName.of("night").hex()));
            FencedLease[] lost = {null};
            cluster.failOver(
                    master, () -> lost[0] = leases.tryAcquire("night", LONG).orElseThrow());
            FencedLease stale = lost[0];
            assertThat(stale.isHeld()).isTrue(); // it cannot know yet
            FencedLease next = awaitLease(leases, "night");
            assertThat(next.fence()).isGreaterThan(stale.fence());
            assertThat(write(FencedUpdate.of(next), "next")).isEqualTo(new FencedUpdate.Applied());
            assertThat(write(FencedUpdate.of(stale), "stale")).isEqualTo(new FencedUpdate.FencedOut(next.fence()));
        }
    }

    /** L2: frozen while held; the holder knows by its own clock, and no thread hangs. */
    @Test
    void holderIsToldThoughRedisStandsStill() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url());
                Leases<Lease> leases =
                        RedisLeases.on(ground.access().timeout(Duration.ofMillis(200)), LeaseSettings.defaults())) {
            Lease lease = awaitLease(leases, "frozen");
            List<LeaseLoss> told = new CopyOnWriteArrayList<>();
            lease.onLoss(told::add);
            redis.freeze();
            Await.until(() -> !told.isEmpty());
            assertThat(told).containsExactly(LeaseLoss.TIME_OVER);
            lease.close();
            redis.unfreeze();
            awaitLease(leases, "frozen").close();
        }
    }

    /** Whoever asks in vain holds nothing for its time, when Redis does late what it was asked. */
    @Test
    void nameThatWasAskedForWithoutAnAnswerIsFreeAtOnce() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url());
                Leases<Lease> leases =
                        RedisLeases.on(ground.access().timeout(Duration.ofMillis(200)), LeaseSettings.defaults())) {
            awaitLease(leases, "asked").close();
            redis.freeze();
            for (int time = 0; time < 10; time++) {
                assertThatThrownBy(() -> leases.tryAcquire("asked", LONG))
                        .isInstanceOf(StoreUnavailableException.class);
            }
            redis.unfreeze();
            awaitLease(leases, "asked").close();
        }
    }

    /** Nor does one that gives a name back while Redis is left alone. */
    @Test
    void nameThatIsGivenBackWhileRedisIsLeftAloneIsFreeAtOnce() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url());
                Leases<Lease> leases =
                        RedisLeases.on(ground.access().timeout(Duration.ofMillis(200)), LeaseSettings.defaults())) {
            Lease lease = awaitLease(leases, "done", LONG);
            redis.freeze();
            for (int time = 0; time < 5; time++) {
                assertThatThrownBy(() -> leases.tryAcquire("other", LONG))
                        .isInstanceOf(StoreUnavailableException.class);
            }
            lease.close();
            redis.unfreeze();
            awaitLease(leases, "done").close();
        }
    }

    /** L5: names that are given back leave nothing, and those that are not end with their time; of any length. */
    @Test
    void namesLeaveNothingBehind() {
        try (RedisServer redis = RedisServer.start();
                Ground ground = Ground.on(redis.url());
                Leases<Lease> leases =
                        RedisLeases.on(ground.access(), LeaseSettings.defaults().withoutRenewal())) {
            String end = "x".repeat(100_000);
            for (int number = 0; number < 1_000; number++) {
                leases.tryAcquire(number + end, LONG).orElseThrow().close();
            }
            assertThat(redis.run("DBSIZE")).isEqualTo("0");
            for (int number = 0; number < 1_000; number++) {
                assertThat(leases.tryAcquire(number + end, Duration.ofSeconds(1)))
                        .isPresent();
            }
            Await.until(() -> redis.run("DBSIZE").equals("0"));
        }
    }

    /** L10: closed inside a run, it is given back when what was done under it can be seen. */
    @Test
    void leaseClosedInARunIsGivenBackAfterTheCommit() {
        LeaseSettings settings = LeaseSettings.defaults().releasingAfter(YICI.threadTransaction());
        try (Ground ground = Ground.shared();
                Leases<FencedLease> leases = RedisLeases.fencedBy(YICI.fences(), ground.access(), settings);
                Leases<Lease> others = RedisLeases.on(ground.access(), LeaseSettings.defaults())) {
            Operation operation =
                    Operation.named("work").by("alice").key(UUID.randomUUID().toString());
            YICI.once(operation, "work", String.class, connection -> {
                leases.tryAcquire("work", LONG).orElseThrow().close();
                assertThat(others.tryAcquire("work", LONG)).isEmpty();
                return "done";
            });
            awaitLease(others, "work").close();
        }
    }

    private static Leases<FencedLease> leases(Ground ground) {
        return RedisLeases.fencedBy(YICI.fences(), ground.access(), LeaseSettings.defaults());
    }

    private static <L extends Lease> L awaitLease(Leases<L> leases, String name) {
        return awaitLease(leases, name, SHORT);
    }

    private static <L extends Lease> L awaitLease(Leases<L> leases, String name, Duration time) {
        CompletableFuture<L> lease = new CompletableFuture<>();
        Await.until(() -> {
            try {
                leases.tryAcquire(name, time).ifPresent(lease::complete);
            } catch (StoreUnavailableException healing) {
                return false;
            }
            return lease.isDone();
        });
        return lease.join();
    }

    private static FencedUpdate.Result write(FencedUpdate update, String worker) throws SQLException {
        try (Connection connection = POOL.getConnection()) {
            return update.table("shift")
                    .key("id", "night")
                    .set("worker", worker)
                    .run(connection);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = POOL.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
