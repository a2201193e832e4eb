package io.yici.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Operation;
import io.yici.jdbc.JdbcYici;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools of the kit tell the truth, also when something goes wrong. */
class ToolsTest {

    @Test
    void aRaceStartsAllAtOnceAndTellsHowEachEnded() {
        CountDownLatch all = new CountDownLatch(5);
        List<Race.Finish<Integer>> finishes = Race.within(Duration.ofSeconds(30))
                .run(5, runner -> () -> {
                    all.countDown();
                    all.await();
                    if (runner == 3) {
                        throw new IllegalStateException("fell");
                    }
                    return runner;
                });
        assertThat(finishes).filteredOn(Race.Finish::returned).hasSize(4);
        assertThat(finishes.get(2).answer()).isEqualTo(2);
        assertThat(finishes.get(3).thrown()).hasMessage("fell");
        assertThatThrownBy(() -> finishes.get(3).answer()).hasRootCauseMessage("fell");
    }

    @Test
    void aRunnerThatHangsFailsTheRace() {
        assertThatThrownBy(() -> Race.within(Duration.ofMillis(50)).run(2, runner -> () -> {
                    new CountDownLatch(1).await();
                    return runner;
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("hangs");
    }

    @Test
    void aLedgerInAFileIsReadByWhoeverOpensItNext(@TempDir Path directory) {
        Path file = directory.resolve("ledger");
        assertThat(EffectLedger.inFile(file).entries()).isEmpty();
        EffectLedger.inFile(file).enter("a");
        EffectLedger.inFile(file).enter("b");
        EffectLedger.inFile(file).enter("a");
        assertThat(EffectLedger.inFile(file).entries()).containsExactly("a", "b", "a");
        assertThat(EffectLedger.inFile(file).count("a")).isEqualTo(2);
    }

    @Test
    void everyCrashPointIsReached() throws SQLException {
        DataSource dataSource = h2();
        JdbcYici.on(dataSource)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build();
        List<CrashPoint> reached = new ArrayList<>();
        for (CrashPoint point : CrashPoint.values()) {
            AtomicInteger times = new AtomicInteger();
            JdbcYici yici = JdbcYici.on(CrashPoints.at(point, dataSource, times::incrementAndGet))
                    .withoutScheduledCleanUp()
                    .build();
            times.set(0);
            yici.once(operation(), "x", String.class, connection -> {
                try (var statement = connection.createStatement()) {
                    statement.execute("insert into business values (1)");
                }
                return "done";
            });
            if (times.get() > 0) {
                reached.add(point);
            }
        }
        assertThat(reached).containsExactly(CrashPoint.values());
    }

    @Test
    void aCrashPointThatThrowsReachesTheCaller() {
        DataSource dataSource = h2();
        JdbcYici.on(dataSource)
                .createSchemaIfMissing()
                .withoutScheduledCleanUp()
                .build();
        AtomicBoolean armed = new AtomicBoolean();
        JdbcYici yici = JdbcYici.on(CrashPoints.at(CrashPoint.AFTER_BUSINESS_WRITE, dataSource, () -> {
                    if (armed.get()) {
                        throw new SQLException("here");
                    }
                }))
                .withoutScheduledCleanUp()
                .build();
        armed.set(true);
        assertThatThrownBy(() -> yici.once(operation(), "x", String.class, connection -> {
                    try (var statement = connection.createStatement()) {
                        statement.execute("insert into business values (1)");
                    }
                    return "never";
                }))
                .hasMessage("here");
    }

    private static Operation operation() {
        return Operation.named("tools").by("kit").key(UUID.randomUUID().toString());
    }

    private static DataSource h2() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID()
                + ";DB_CLOSE_DELAY=-1;INIT=create table if not exists business (id int)");
        return dataSource;
    }
}
