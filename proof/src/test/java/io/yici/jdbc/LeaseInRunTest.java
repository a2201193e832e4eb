package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.lease.FencedLease;
import io.yici.lease.LeaseName;
import io.yici.lease.LeaseSettings;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case L10: a lease closed inside a run is given back after its transaction, whichever way that ended. */
class LeaseInRunTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration BOUND = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource
    void leaseClosedInARunIsGivenBackAfterItsCommit(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("after commit");
                JdbcYici yici = yici(site);
                JdbcLeases leases = yici.leases(LeaseSettings.defaults());
                JdbcLeases others = others(site)) {
            site.execute("CREATE TABLE paid (id VARCHAR(20))");
            FencedLease lease = leases.tryAcquire("order", LONG).orElseThrow();
            yici.once(operation(), "once", String.class, connection -> {
                try (lease;
                        var statement = connection.createStatement()) {
                    statement.executeUpdate("INSERT INTO paid VALUES ('order')");
                }
                lease.close();
                assertThat(lease.isHeld()).isTrue();
                assertThat(others.tryAcquire("order", LONG)).isEmpty();
                return "done";
            });
            FencedLease next = others.acquire("order", LONG, BOUND).orElseThrow();
            assertThat(site.number("SELECT COUNT(*) FROM paid")).isEqualTo(1);
            assertThat(lease.isHeld()).isFalse();
            assertThat(next.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leaseClosedInARunThatFailsIsGivenBackToo(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("after rollback");
                JdbcYici yici = yici(site);
                JdbcLeases leases = yici.leases(LeaseSettings.defaults());
                JdbcLeases others = others(site)) {
            FencedLease lease = leases.tryAcquire("order", LONG).orElseThrow();
            assertThatThrownBy(() -> yici.once(operation(), "once", String.class, connection -> {
                        lease.close();
                        assertThat(others.tryAcquire("order", LONG)).isEmpty();
                        throw new IllegalStateException("the work failed");
                    }))
                    .hasMessage("the work failed");
            assertThat(others.acquire("order", LONG, BOUND)).isPresent();
        }
    }

    /** The release does not wait for the connection of the run it waits for. */
    @ParameterizedTest
    @EnumSource
    void oneConnectionIsEnoughForTheRunAndTheRelease(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("one connection");
                JdbcYici yici = JdbcYici.on(site.fresh().pool(1))
                        .withoutScheduledCleanUp()
                        .build();
                JdbcLeases leases = yici.leases(LeaseSettings.defaults())) {
            for (int times = 0; times < 3; times++) {
                FencedLease lease = leases.acquire("order", LONG, BOUND).orElseThrow();
                yici.once(operation(), "once", String.class, connection -> {
                    lease.close();
                    return "done";
                });
            }
            assertThat(leases.acquire("order", LONG, BOUND)).isPresent();
        }
    }

    /** A fence and a lease are not undone with the run in which they were taken. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void whatIsTakenInARunIsTakenApartFromIt(TestDatabase database) throws Exception {
        try (Ground.Site site = new Ground(database, false, null).open("apart");
                JdbcYici yici = yici(site);
                JdbcLeases leases = yici.leases(LeaseSettings.defaults())) {
            assertThatThrownBy(() -> yici.once(operation(), "once", String.class, connection -> {
                        assertThat(leases.tryAcquire("order", LONG)).isPresent();
                        assertThat(yici.fences().draw(LeaseName.of("other"))).isEqualTo(1);
                        throw new IllegalStateException("the work failed");
                    }))
                    .hasMessage("the work failed");
            assertThat(leases.tryAcquire("order", LONG)).isEmpty();
            assertThat(yici.fences().draw(LeaseName.of("other"))).isEqualTo(2);
        }
    }

    /** One writer: the run would wait for the lease, and the lease for the run. */
    @Test
    void takingInsideARunIsRefusedOnSqlite() throws Exception {
        try (Ground.Site site = new Ground(TestDatabase.SQLITE, false, null).open("one writer");
                JdbcYici yici = yici(site);
                JdbcLeases leases = yici.leases(LeaseSettings.defaults())) {
            yici.once(operation(), "once", String.class, connection -> {
                assertThatThrownBy(() -> leases.tryAcquire("order", LONG))
                        .isInstanceOf(MisuseException.class)
                        .hasMessageContaining("Take it before the transaction begins");
                assertThatThrownBy(() -> yici.fences().draw(LeaseName.of("order")))
                        .isInstanceOf(MisuseException.class);
                return "done";
            });
            assertThat(leases.tryAcquire("order", LONG)).isPresent();
        }
    }

    private static Operation operation() {
        return Operation.named("order.pay").by("alice").key(UUID.randomUUID().toString());
    }

    private static JdbcYici yici(Ground.Site site) {
        return JdbcYici.on(site.dataSource()).withoutScheduledCleanUp().build();
    }

    private static JdbcLeases others(Ground.Site site) {
        return JdbcLeases.on(site.dataSource(), TableNames.defaults(), LeaseSettings.defaults());
    }
}
