package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.SetupException;
import io.yici.StoreUnavailableException;
import io.yici.lease.FencedLease;
import io.yici.lease.Fences;
import io.yici.lease.LeaseLoss;
import io.yici.lease.LeaseName;
import io.yici.lease.LeaseSettings;
import io.yici.lease.StoredLeases;
import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.store.Failure;
import io.yici.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What leases in a database owe beyond their contract: clocks, lost answers, frozen servers. */
class LeaseTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration BOUND = Duration.ofSeconds(30);

    /** Case L2: the server does not answer, and the others do not wait for this node. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SQLITE", "H2"})
    void holderWithAFrozenServerIsToldInTimeAndItsWriteIsRefused(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("frozen");
                FaultProxy proxy = FaultProxy.to(site.fresh());
                FreshDatabase seen = site.fresh().through(proxy);
                JdbcLeases frozen = leases(seen.pool(4));
                JdbcLeases others = leases(site.dataSource())) {
            site.execute(
                    "CREATE TABLE report (id VARCHAR(20) PRIMARY KEY, state VARCHAR(20), fence BIGINT)",
                    "INSERT INTO report (id) VALUES ('november')");
            FencedLease stale =
                    frozen.tryAcquire("report", Duration.ofSeconds(2)).orElseThrow();
            BlockingQueue<LeaseLoss> told = listen(stale);
            proxy.freeze();
            try (FencedLease next = others.acquire("report", LONG, BOUND).orElseThrow()) {
                assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(LeaseLoss.TIME_OVER);
                assertThat(stale.isHeld()).isFalse();
                assertThat(write(site, FencedUpdate.of(next), "sent")).isEqualTo(new FencedUpdate.Applied());
                proxy.unfreeze();
                assertThat(write(site, FencedUpdate.of(stale), "late")).isEqualTo(new FencedUpdate.NotHeld());
                assertThat(write(site, FencedUpdate.of(stale.fence()), "late"))
                        .isEqualTo(new FencedUpdate.FencedOut(next.fence()));
                stale.close();
                assertThat(others.tryAcquire("report", LONG)).isEmpty();
                assertThat(next.isHeld()).isTrue();
            }
            assertThat(told).isEmpty();
        }
    }

    private static FencedUpdate.Result write(Ground.Site site, FencedUpdate update, String state) throws SQLException {
        try (Connection connection = site.dataSource().getConnection()) {
            return update.table("report")
                    .key("id", "november")
                    .set("state", state)
                    .run(connection);
        }
    }

    /** Nobody knows whether it was taken; if it was, it does not stay taken. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SQLITE", "H2"})
    void nameWhoseAcquisitionsAnswerWasLostIsFreeSoon(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("lost answer");
                FaultProxy proxy = FaultProxy.to(site.fresh());
                FreshDatabase seen = site.fresh().through(proxy);
                JdbcLeases cut = leases(seen.pool(4));
                JdbcLeases others = leases(site.dataSource())) {
            cut.tryAcquire("warm", LONG).orElseThrow().close();
            proxy.cutAfterCommit();
            assertThatThrownBy(() -> cut.tryAcquire("n", LONG)).isInstanceOf(StoreUnavailableException.class);
            assertThat(proxy.cuts()).isEqualTo(1);
            assertThat(site.number("SELECT fence FROM yici_lease WHERE name = 'n'"))
                    .isEqualTo(1);
            Optional<FencedLease> next = others.acquire("n", LONG, BOUND);
            assertThat(next).isPresent();
            assertThat(next.orElseThrow().fence()).isEqualTo(2);
        }
    }

    /** Cases B32 and L12: sessions and processes in other time zones, and the daylight-saving night, are all one. */
    @ParameterizedTest
    @EnumSource
    void timeZonesPlayNoPart(TestDatabase database) throws Exception {
        TimeZone before = TimeZone.getDefault();
        try (Ground.Site site = new Ground(database, false, null).open("zones")) {
            DataSource shanghai = inZone(site.fresh(), "Asia/Shanghai", "+08:00");
            DataSource newYork = inZone(site.fresh(), "America/New_York", "-05:00");
            try (JdbcLeases here = new JdbcLeases(store(shanghai, site), LeaseSettings.defaults());
                    JdbcLeases there = new JdbcLeases(store(newYork, site), LeaseSettings.defaults())) {
                for (JdbcLeases first : List.of(here, there)) {
                    JdbcLeases second = first == here ? there : here;
                    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
                    FencedLease lease =
                            first.tryAcquire("n", Duration.ofSeconds(60)).orElseThrow();
                    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
                    assertThat(second.tryAcquire("n", LONG)).isEmpty();
                    assertThat(site.number("SELECT MAX(lease_until) - "
                                    + site.dialect().now() + " FROM yici_lease"))
                            .isBetween(1L, 60_000L);
                    lease.close();
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static DataSource inZone(FreshDatabase database, String name, String offset) {
        String zone = database.kind() == TestDatabase.MYSQL || database.kind() == TestDatabase.MARIADB ? offset : name;
        String setting = switch (database.kind()) {
            case POSTGRESQL, H2 -> "SET TIME ZONE '" + zone + "'";
            case MYSQL, MARIADB -> "SET time_zone = '" + zone + "'";
            case SQLITE -> "SELECT 1";
        };
        return database.pool(3, settings -> settings.setConnectionInitSql(setting));
    }

    /** Case L12: a minute too fast, or away for a minute (B35), a node harms itself alone. */
    @ParameterizedTest
    @EnumSource
    void nodeWhoseClockRunsAheadTakesNothingOver(TestDatabase database) throws Exception {
        AtomicLong ahead = new AtomicLong();
        try (Ground.Site site = new Ground(database, false, null).open("clocks");
                JdbcLeases fast = new JdbcLeases(
                        store(site.dataSource(), site),
                        LeaseSettings.defaults().withoutRenewal(),
                        () -> System.nanoTime() + ahead.get());
                JdbcLeases others = leases(site.dataSource())) {
            FencedLease theirs =
                    others.tryAcquire("theirs", Duration.ofSeconds(60)).orElseThrow();
            FencedLease own = fast.tryAcquire("own", Duration.ofSeconds(60)).orElseThrow();
            ahead.set(TimeUnit.SECONDS.toNanos(60));
            assertThat(fast.tryAcquire("theirs", LONG)).isEmpty();
            assertThat(theirs.isHeld()).isTrue();
            assertThat(own.isHeld()).isFalse();
            assertThat(own.remaining()).isZero();
            BlockingQueue<LeaseLoss> told = listen(own);
            assertThat(told.poll()).isEqualTo(LeaseLoss.TIME_OVER);
            assertThat(others.tryAcquire("own", LONG)).isEmpty();
            ahead.set(0);
            assertThat(own.isHeld()).as("what is lost stays lost").isFalse();
            own.close();
            assertThat(others.acquire("own", LONG, BOUND)).isPresent();
        }
    }

    /** Names are kept by their hash; what people see is short and printable. */
    @ParameterizedTest
    @EnumSource
    void namesOfAnyLengthAreKeptShort(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("names");
                JdbcLeases leases = leases(site.dataSource())) {
            for (String name : List.of("😀".repeat(5_000), "a\u0000b\n", "é".repeat(51))) {
                assertThat(leases.tryAcquire(name, LONG)).isPresent();
                assertThat(leases.tryAcquire(name, LONG)).isEmpty();
                try (Connection connection = site.dataSource().getConnection();
                        PreparedStatement statement =
                                connection.prepareStatement("SELECT name FROM yici_lease WHERE id = ?")) {
                    statement.setBytes(1, LeaseName.of(name).id());
                    try (var rows = statement.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getString(1))
                                .isEqualTo(LeaseName.of(name).label());
                        assertThat(rows.getString(1)).hasSizeLessThan(100);
                    }
                }
            }
        }
    }

    /** A holder holds no connection, and somebody who waits holds none while waiting. */
    @ParameterizedTest
    @EnumSource
    void oneConnectionServesHoldersWaitersAndRenewals(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("one connection");
                JdbcLeases leases = leases(site.fresh().pool(1))) {
            FencedLease first = leases.tryAcquire("a", Duration.ofSeconds(3)).orElseThrow();
            FencedLease second = leases.tryAcquire("b", Duration.ofSeconds(3)).orElseThrow();
            assertThat(leases.acquire("a", LONG, Duration.ofMillis(300))).isEmpty();
            BlockingQueue<LeaseLoss> told = listen(first);
            long renewed = site.number("SELECT MIN(lease_until) FROM yici_lease");
            await(() -> site.number("SELECT MIN(lease_until) FROM yici_lease") > renewed);
            assertThat(first.isHeld()).isTrue();
            assertThat(second.isHeld()).isTrue();
            assertThat(told).isEmpty();
        }
    }

    /** A rival that hangs in the middle of taking the name is not waited for without end. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SQLITE", "H2"})
    void rivalThatHangsWhileTakingIsNotWaitedForWithoutEnd(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("hanging");
                JdbcLeases leases = leases(site.dataSource());
                Connection hanging = site.dataSource().getConnection();
                Statement statement = hanging.createStatement()) {
            leases.tryAcquire("n", LONG).orElseThrow().close();
            hanging.setAutoCommit(false);
            statement.executeUpdate("UPDATE yici_lease SET fence = fence + 1");
            assertThatThrownBy(() -> leases.tryAcquire("n", LONG)).isInstanceOf(StoreUnavailableException.class);
            hanging.rollback();
            assertThat(leases.tryAcquire("n", LONG)).isPresent();
        }
    }

    @Test
    void tableIsLookedForAtStart() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.H2, false, null).open("no table")) {
            site.execute("DROP TABLE yici_lease");
            assertThatThrownBy(() -> leases(site.dataSource()))
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("Table yici_lease is missing");
        }
    }

    /** Fences and leases of one name share their numbers, and drawing one takes no lease away. */
    @Test
    void fencesAreDrawnForNamesThatAreHeldElsewhere() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.H2, false, null).open("fences");
                JdbcLeases leases = leases(site.dataSource())) {
            LeaseName name = LeaseName.of("n");
            assertThat(leases.fences().draw(name)).isEqualTo(1);
            FencedLease lease = leases.tryAcquire("n", LONG).orElseThrow();
            assertThat(lease.fence()).isEqualTo(2);
            assertThat(leases.fences().draw(name)).isEqualTo(3);
            assertThat(leases.tryAcquire("n", LONG)).isEmpty();
            lease.close();
            assertThat(leases.tryAcquire("n", LONG).orElseThrow().fence()).isEqualTo(4);
        }
    }

    /** Case L6, the seam: who draws late, when somebody else has the name already, is not handed a fence. */
    @Test
    void drawnFenceCountsOnlyWhileTheNameIsOurs() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.H2, false, null).open("drawn");
                JdbcLeases others = leases(site.dataSource())) {
            JdbcLeaseStore store = store(site.dataSource(), site);
            Fences late = name -> {
                try {
                    site.execute("UPDATE yici_lease SET lease_until = 1");
                } catch (SQLException error) {
                    throw new AssertionError(error);
                }
                assertThat(others.tryAcquire(name.text(), LONG)).isPresent();
                return store.draw(name);
            };
            try (StoredLeases<FencedLease> leases = StoredLeases.fenced(store, late, LeaseSettings.defaults())) {
                assertThat(leases.tryAcquire("n", LONG)).isEmpty();
            }
            assertThat(others.tryAcquire("n", LONG))
                    .as("the other still has it")
                    .isEmpty();
            try (StoredLeases<FencedLease> leases = StoredLeases.fenced(store, store, LeaseSettings.defaults())) {
                assertThat(leases.tryAcquire("m", LONG).orElseThrow().fence()).isEqualTo(2);
            }
        }
    }

    /** A name whose fence cannot be drawn is not kept. */
    @Test
    void nameWithoutAFenceIsGivenBack() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.H2, false, null).open("no fence");
                JdbcLeases others = leases(site.dataSource())) {
            Fences none = name -> {
                throw new StoreException(Failure.UNREACHABLE, "The drawing of a fence failed", null);
            };
            try (StoredLeases<FencedLease> leases =
                    StoredLeases.fenced(store(site.dataSource(), site), none, LeaseSettings.defaults())) {
                assertThatThrownBy(() -> leases.tryAcquire("n", LONG)).isInstanceOf(StoreUnavailableException.class);
            }
            assertThat(others.tryAcquire("n", LONG)).isPresent();
        }
    }

    private static JdbcLeases leases(DataSource dataSource) {
        return JdbcLeases.on(dataSource, TableNames.defaults(), LeaseSettings.defaults());
    }

    private static JdbcLeaseStore store(DataSource dataSource, Ground.Site site) {
        return new JdbcLeaseStore(dataSource, site.dialect(), TableNames.defaults());
    }

    private static BlockingQueue<LeaseLoss> listen(FencedLease lease) {
        BlockingQueue<LeaseLoss> told = new LinkedBlockingQueue<>();
        lease.onLoss(told::add);
        return told;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - deadline).as("waited in vain").isNegative();
            Thread.onSpinWait();
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }
}
