package io.yici.proof;

import static io.yici.proof.Parcels.Status.NEW;
import static io.yici.proof.Parcels.UPDATES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.state.Update;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes by version on every database and isolation level. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class VersionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Parameter
    Ground ground;

    private static Parcels parcels;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        parcels = Parcels.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        parcels.close();
    }

    @Test
    void ofManyChangesOfOneVersionOneHappensAndTheOthersLearnTheCurrentOne() {
        String parcel = parcels.fresh(NEW);
        List<Update> updates = Race.within(LIMIT).run(12, runner -> () -> weighed(parcel, 1, 100 + runner)).stream()
                .map(Race.Finish::answer)
                .toList();
        assertThat(updates).filteredOn(Update::updated).containsExactly(new Update.Updated(2));
        assertThat(updates)
                .filteredOn(update -> !update.updated())
                .allSatisfy(update -> assertThat(update).isEqualTo(new Update.Stale(2)));
        assertThat(parcels.versionOf(parcel)).isEqualTo(2);
    }

    @Test
    void aStaleVersionChangesNothingEvenIfItsValueIsThereAlready() {
        String parcel = parcels.fresh(NEW);
        assertThat(weighed(parcel, 1, 5)).isEqualTo(new Update.Updated(2));
        assertThat(weighed(parcel, 1, 5)).isEqualTo(new Update.Stale(2));
        assertThat(weighed("none", 1, 5)).isEqualTo(new Update.Missing());
    }

    @Test
    void concurrentChangesByReadingAgainAllCount() {
        String parcel = parcels.fresh(NEW);
        List<Race.Finish<Integer>> finishes = Race.within(LIMIT).run(8, runner -> () -> {
            for (int each = 0; each < 5; each++) {
                Update update = parcels.within(connection -> UPDATES.change(
                        connection, parcel, (row, change) -> change.set("weight", row.getInt("weight") + 1)));
                assertThat(update.updated()).isTrue();
            }
            return 5;
        });
        assertThat(finishes.stream().mapToInt(Race.Finish::answer).sum()).isEqualTo(40);
        assertThat(parcels.weightOf(parcel)).isEqualTo(40);
        assertThat(parcels.versionOf(parcel)).isEqualTo(41);
    }

    @Test
    void aSecondReadSeesWhatTheSnapshotDoesNot() throws SQLException {
        if (ground.hasOneWriter() || ground.isInnoDb() && ground.level() == Ground.Level.SERIALIZABLE) {
            return; // a reader keeps writers out
        }
        String parcel = parcels.fresh(NEW);
        AtomicInteger reads = new AtomicInteger();
        try (Connection connection = parcels.pool.getConnection()) {
            connection.setAutoCommit(false);
            boolean refused = parcels.isPostgresql() && ground.level().keepsSnapshot();
            if (refused) {
                assertThatThrownBy(() -> changedBehindTheFirstRead(connection, parcel, reads))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                error -> assertThat(error.getSQLState()).isEqualTo("40001"));
            } else {
                assertThat(changedBehindTheFirstRead(connection, parcel, reads)).isEqualTo(new Update.Updated(3));
                connection.commit();
                assertThat(parcels.weightOf(parcel)).isEqualTo(11);
                assertThat(reads).hasValue(2);
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static Update changedBehindTheFirstRead(Connection connection, String parcel, AtomicInteger reads)
            throws SQLException {
        return UPDATES.change(connection, parcel, (row, change) -> {
            int weight = row.getInt("weight");
            if (reads.incrementAndGet() == 1) {
                assertThat(weighed(parcel, 1, 10)).isEqualTo(new Update.Updated(2));
            }
            return change.set("weight", weight + 1);
        });
    }

    @Test
    void whatCannotBeTrustedIsRefused() throws SQLException {
        String parcel = parcels.fresh(NEW);
        try (Connection connection = parcels.pool.getConnection()) {
            assertThatThrownBy(() -> UPDATES.set("weight", 1).update(connection, parcel, 1))
                    .isInstanceOf(MisuseException.class);
        }
        assertThatThrownBy(() -> parcels.withinOne(connection -> UPDATES.update(connection, parcel, 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Nothing is set");
        assertThatThrownBy(() -> UPDATES.set("version", 9)).hasMessageContaining("the key or the version");
        assertThat(parcels.versionOf(parcel)).isEqualTo(1);
    }

    private static Update weighed(String parcel, long version, int weight) {
        return parcels.within(connection -> UPDATES.set("weight", weight).update(connection, parcel, version));
    }
}
