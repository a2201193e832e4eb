package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.lease.FencedLease;
import io.yici.lease.LeaseName;
import io.yici.lease.LeaseSettings;
import io.yici.services.TestDatabase;
import io.yici.store.Failure;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Names nobody takes any more go, and no fence ever comes again: cases L5 and L6. */
class LeaseFloorTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration LIMIT = Duration.ofSeconds(100);

    /** Case L5: a hundred thousand names on one database, fewer on the others. */
    @ParameterizedTest
    @EnumSource
    void idleNamesGoAndOthersStay(TestDatabase database) throws Exception {
        int names = database == TestDatabase.POSTGRESQL ? 100_000 : 1_500;
        try (Ground.Site site = new Ground(database, false, null).open("idle names");
                JdbcLeases leases = JdbcLeases.on(site.dataSource(), TableNames.defaults(), LeaseSettings.defaults())) {
            fill(site, names);
            FencedLease held = leases.tryAcquire("held", LONG).orElseThrow();
            site.execute("UPDATE yici_lease SET drawn_at = 1");
            leases.tryAcquire("fresh", LONG).orElseThrow().close();

            // On H2 the very first floor is a conflict between nodes, which a slow machine can prolong past all tries.
            int cleaners = database == TestDatabase.H2 ? 1 : 3;
            List<Race.Finish<Integer>> nodes = Race.within(LIMIT)
                    .run(
                            cleaners,
                            node -> () -> site.cleanup(500).runUntilDone(1_000).leases());
            assertThat(nodes.stream().mapToInt(Race.Finish::answer).sum()).isEqualTo(names);
            assertThat(site.number("SELECT COUNT(*) FROM yici_lease"))
                    .as("held, fresh and the floor")
                    .isEqualTo(3);
            assertThat(leases.tryAcquire("held", LONG)).isEmpty();
            held.close();

            assertThat(leases.tryAcquire("name-1", LONG).orElseThrow().fence()).isEqualTo(names + 1);
            assertThat(leases.tryAcquire("never seen", LONG).orElseThrow().fence())
                    .isEqualTo(names + 1);
            assertThat(leases.tryAcquire("name-1", LONG)).isEmpty();
            assertThat(leases.fences().draw(LeaseName.of("name-1"))).isEqualTo(names + 2);
        }
    }

    /** Name number n has the fence n, and nobody has it. */
    private static void fill(Ground.Site site, int names) throws Exception {
        try (Connection connection = site.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO yici_lease (id, name, owner, fence, lease_until, drawn_at) VALUES (?, ?, '', ?, 0, 1)")) {
            connection.setAutoCommit(false);
            for (int number = 1; number <= names; number++) {
                statement.setBytes(1, LeaseName.of("name-" + number).id());
                statement.setString(2, "name-" + number);
                statement.setLong(3, number);
                statement.addBatch();
            }
            statement.executeBatch();
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    /**
     * Names are taken and given back while clean-ups that find everything idle delete their rows under the takers'
     * hands; the fences of each name, in the order in which it was held, only grow.
     */
    @ParameterizedTest
    @MethodSource("io.yici.jdbc.Ground#plain")
    void fencesGrowWhileRowsAreDeletedUnderTheTakersHands(Ground ground) throws Exception {
        int names = 3;
        int takers = 9;
        int rounds = 40;
        try (Ground.Site site = ground.open("floor");
                JdbcLeases leases = JdbcLeases.on(site.dataSource(), TableNames.defaults(), LeaseSettings.defaults())) {
            LeaseTable table = new LeaseTable(site.dialect(), TableNames.defaults());
            List<List<Long>> ledgers = new ArrayList<>();
            for (int name = 0; name < names; name++) {
                ledgers.add(new CopyOnWriteArrayList<>());
            }
            AtomicInteger working = new AtomicInteger(takers);
            List<Race.Finish<Integer>> finishes = Race.within(LIMIT).run(takers + 2, runner -> () -> {
                if (runner >= takers) {
                    return tidyWhile(site, table, working);
                }
                try {
                    for (int round = 0; round < rounds; round++) {
                        int name = runner % names;
                        try (FencedLease lease =
                                leases.acquire("name-" + name, LONG, LIMIT).orElseThrow()) {
                            ledgers.get(name).add(lease.fence());
                        }
                    }
                    return 0;
                } finally {
                    working.decrementAndGet();
                }
            });
            int deleted = finishes.stream().mapToInt(Race.Finish::answer).sum();
            assertThat(deleted).as("rows deleted in between").isGreaterThan(names);
            for (List<Long> ledger : ledgers) {
                assertThat(ledger).hasSize(takers / names * rounds).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    private static int tidyWhile(Ground.Site site, LeaseTable table, AtomicInteger working) throws Exception {
        int deleted = 0;
        while (working.get() > 0) {
            OwnTransaction transaction =
                    OwnTransaction.begin(site.dataSource(), site.dialect(), Isolation.READ_COMMITTED);
            try {
                int count = table.tidy(transaction.connection(), Duration.ZERO, 2);
                transaction.commit();
                deleted += count;
            } catch (Exception error) {
                transaction.rollback();
                if (site.dialect().errors().judge(error) != Failure.CONFLICT) {
                    throw error;
                }
            }
        }
        return deleted;
    }
}
