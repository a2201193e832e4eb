package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.Standing;
import io.yici.StoreUnavailableException;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.proof.Shop.Receipt;
import io.yici.services.FaultProxy;
import io.yici.services.TestDatabase;
import io.yici.test.CrashPoint;
import io.yici.test.CrashPoints;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A commit whose answer is lost is settled by what the database holds: cases B13 F3, R3. */
class CommitUnknownTest {

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void aConnectionCutAfterTheServerCommittedEndsInTheAnswer(TestDatabase kind) throws SQLException {
        try (Shop shop = Shop.open(new Ground(kind, Ground.Level.OWN), 4);
                FaultProxy proxy = FaultProxy.to(shop.database);
                JdbcYici yici = through(shop.database.through(proxy).pool(4))) {
            String key = Shop.freshKey();
            proxy.cutAfterCommit();
            Outcome<Receipt> outcome = place(shop, yici, key);
            assertThat(proxy.cuts()).isEqualTo(1);
            assertThat(outcome.replayed()).isFalse();
            assertThat(shop.orders()).isEqualTo(1);
            assertThat(place(shop, yici, key).value()).isEqualTo(outcome.value());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void aConnectionCutBeforeTheServerCommittedIsSaidToBeRolledBackAndTheKeyIsFree(TestDatabase kind)
            throws SQLException {
        try (Shop shop = Shop.open(new Ground(kind, Ground.Level.OWN), 4);
                FaultProxy proxy = FaultProxy.to(shop.database);
                JdbcYici yici = through(shop.database.through(proxy).pool(4))) {
            String key = Shop.freshKey();
            proxy.cutBeforeCommit();
            assertThatThrownBy(() -> place(shop, yici, key))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("rolled back");
            assertThat(proxy.cuts()).isEqualTo(1);
            assertThat(shop.orders()).isZero();
            assertThat(place(shop, yici, key).replayed()).isFalse();
            assertThat(shop.orders()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void aRejectionWhoseCommitIsCutIsStillRecordedOnce(TestDatabase kind) {
        try (Shop shop = Shop.open(new Ground(kind, Ground.Level.OWN), 4);
                FaultProxy proxy = FaultProxy.to(shop.database);
                JdbcYici yici = through(shop.database.through(proxy).pool(4))) {
            String key = Shop.freshKey();
            proxy.cutAfterCommit();
            Rejection refused = Rejection.of("no", "Not today.");
            assertThatThrownBy(() -> yici.once(Shop.order(key), "x", String.class, connection -> {
                        shop.place(connection, Shop.ONE_TEA);
                        throw refused;
                    }))
                    .isEqualTo(refused);
            assertThat(proxy.cuts()).isEqualTo(1);
            assertThat(shop.orders()).isZero();
            assertThat(shop.yici.resolve(Shop.order(key))).isEqualTo(Standing.REJECTED);
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void whileTheStoreCannotBeAskedTheOutcomeIsCalledUnknownAndTheSameKeySettlesIt(Ground ground) throws SQLException {
        try (Shop shop = Shop.open(ground, 4)) {
            AtomicBoolean lost = new AtomicBoolean();
            AtomicBoolean armed = new AtomicBoolean();
            DataSource losing = CrashPoints.at(CrashPoint.AFTER_COMMIT, unreachableWhile(lost, shop.pool), () -> {
                if (armed.getAndSet(false)) {
                    lost.set(true);
                    throw new SQLNonTransientConnectionException("the answer of the commit was lost", "08006");
                }
            });
            try (JdbcYici yici = through(losing)) {
                String key = Shop.freshKey();
                armed.set(true);
                assertThatThrownBy(() -> place(shop, yici, key))
                        .isInstanceOf(OutcomeUnknownException.class)
                        .hasMessageContaining("same key may safely be sent again");
                lost.set(false);
                assertThat(place(shop, yici, key).replayed()).isTrue();
                assertThat(shop.orders()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void aCommitThatNeverReachedTheDatabaseIsFoundToBeRolledBack(Ground ground) throws SQLException {
        try (Shop shop = Shop.open(ground, 4)) {
            AtomicBoolean armed = new AtomicBoolean();
            DataSource failing = CrashPoints.at(CrashPoint.BEFORE_COMMIT, shop.pool, () -> {
                if (armed.getAndSet(false)) {
                    throw new SQLNonTransientConnectionException("the commit was not sent", "08006");
                }
            });
            try (JdbcYici yici = through(failing)) {
                String key = Shop.freshKey();
                armed.set(true);
                assertThatThrownBy(() -> place(shop, yici, key))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("rolled back");
                assertThat(shop.orders()).isZero();
                assertThat(place(shop, yici, key).replayed()).isFalse();
            }
        }
    }

    private static DataSource unreachableWhile(AtomicBoolean lost, DataSource dataSource) {
        return (DataSource) java.lang.reflect.Proxy.newProxyInstance(
                CommitUnknownTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> {
                    if (lost.get() && method.getName().equals("getConnection")) {
                        throw new SQLNonTransientConnectionException("the store is unreachable", "08001");
                    }
                    return method.invoke(dataSource, arguments);
                });
    }

    private static JdbcYici through(DataSource dataSource) {
        return JdbcYici.on(dataSource)
                .codec(new Jackson3Codec())
                .withoutScheduledCleanUp()
                .defaults(OperationSettings.defaults().waitsFor(Duration.ofSeconds(10)))
                .build();
    }

    private static Outcome<Receipt> place(Shop shop, JdbcYici yici, String key) throws SQLException {
        return yici.once(
                Shop.order(key), Shop.ONE_TEA, Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA));
    }
}
