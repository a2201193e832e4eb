package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InvalidOperationException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.SetupException;
import io.yici.Standing;
import io.yici.StoreUnavailableException;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.TableNames;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.services.FaultProxy;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One clear error for each thing that is wrong; nothing executed, nothing lost. */
class BadInputTest {

    @Test
    void anOperationThatWasNotDeclaredIsRefusedByName() {
        try (Shop shop = Shop.open(
                new Ground(TestDatabase.H2, Ground.Level.OWN),
                2,
                builder -> builder.operation("order.create", OperationSettings.defaults())
                        .onlyDeclaredOperations())) {
            assertThat(shop.yici
                            .once(Shop.order("k"), "x", String.class, () -> "ok")
                            .value())
                    .isEqualTo("ok");
            assertThatThrownBy(() -> shop.yici.once(
                            Operation.named("order.craete").by("alice").key("k"), "x", String.class, Shop::never))
                    .isInstanceOf(InvalidOperationException.class)
                    .hasMessageContaining("order.craete")
                    .hasMessageContaining("order.create");
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aMissingSchemaIsRefusedAtStartNamingWhatIsMissing(TestDatabase kind) {
        try (FreshDatabase database = kind.create("bare")) {
            var pool = database.pool(3);
            assertThatThrownBy(() -> JdbcYici.on(pool).build())
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("yici_record")
                    .hasMessageContaining("yici_audit");
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void aTableWithoutItsPrimaryKeyIsRefusedAtStart(Ground ground) {
        if (ground.database() == TestDatabase.SQLITE) {
            return; // SQLite cannot drop a primary key
        }
        try (Shop shop = Shop.open(ground, 3)) {
            shop.execute(
                    ground.database() == TestDatabase.POSTGRESQL
                            ? "alter table yici_record drop constraint yici_record_pkey"
                            : "alter table yici_record drop primary key");
            assertThatThrownBy(() -> JdbcYici.on(shop.pool).build())
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("primary key");
        }
    }

    @Test
    void anUnreachableDatabaseIsRefusedAtStart() {
        try (FreshDatabase database = TestDatabase.POSTGRESQL.create("down");
                FaultProxy proxy = FaultProxy.to(database)) {
            proxy.down();
            var dataSource = database.through(proxy).unpooled();
            assertThatThrownBy(() -> JdbcYici.on(dataSource).build())
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("cannot be reached");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void aStoreThatGoesDownIsOneClearErrorAndNothingIsExecuted(TestDatabase kind) {
        try (Shop shop = Shop.open(new Ground(kind, Ground.Level.OWN), 3);
                FaultProxy proxy = FaultProxy.to(shop.database);
                var pool = shop.database.through(proxy).pool(2, config -> config.setConnectionTimeout(1000));
                JdbcYici yici = JdbcYici.on(pool).withoutScheduledCleanUp().build()) {
            proxy.down();
            assertThatThrownBy(() -> yici.once(Shop.order("k"), "x", String.class, Shop::never))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> yici.resolve(Shop.order("k"))).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> yici.forget(Shop.order("k"), "me", "why"))
                    .isInstanceOf(StoreUnavailableException.class);
            proxy.up();
            assertThat(shop.yici.resolve(Shop.order("k"))).isEqualTo(Standing.ABSENT);
            assertThat(yici.once(Shop.order("k"), "x", String.class, () -> "ran")
                            .replayed())
                    .isFalse();
        }
    }

    @Test
    void aConnectionThatCannotBeJoinedIsRefused() throws SQLException {
        try (Shop shop = Shop.open(new Ground(TestDatabase.POSTGRESQL, Ground.Level.OWN), 3);
                Connection connection = shop.pool.getConnection()) {
            assertThatThrownBy(() -> shop.yici.joining(connection))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("auto-commit");
            assertThatThrownBy(shop.yici::connection).isInstanceOf(MisuseException.class);
        }
    }

    @Test
    void withoutACodecOnlyTextAndBytesAreTakenAndTheRemedyIsNamed() {
        try (Shop shop = Shop.open(new Ground(TestDatabase.H2, Ground.Level.OWN), 3);
                JdbcYici plain =
                        JdbcYici.on(shop.pool).withoutScheduledCleanUp().build()) {
            assertThat(plain.once(Shop.order("k"), "x", String.class, () -> "ok")
                            .value())
                    .isEqualTo("ok");
            assertThatThrownBy(() -> plain.once(Shop.order("k2"), Shop.ONE_TEA, String.class, Shop::never))
                    .hasMessageContaining("yici-json");
        }
    }

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void anotherPrefixKeepsItsOwnRecords(Ground ground) {
        try (Shop shop = Shop.open(ground, 3);
                JdbcYici other = JdbcYici.on(shop.pool)
                        .codec(new Jackson3Codec())
                        .tables(new TableNames(null, "shop_once_"))
                        .createSchemaIfMissing()
                        .withoutScheduledCleanUp()
                        .defaults(OperationSettings.defaults().waitsFor(Duration.ofSeconds(5)))
                        .build()) {
            shop.yici.once(Shop.order("k"), "x", String.class, () -> "first");
            assertThat(other.once(Shop.order("k"), "x", String.class, () -> "own")
                            .value())
                    .isEqualTo("own");
            assertThat(shop.number("select count(*) from shop_once_record")).isEqualTo(1);
        }
    }
}
