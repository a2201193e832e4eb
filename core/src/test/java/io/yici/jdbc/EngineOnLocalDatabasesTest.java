package io.yici.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.InvalidOperationException;
import io.yici.Operation;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What the engine does with a busy writer, with two databases, and with listeners that fail. */
class EngineOnLocalDatabasesTest {
    private static final Operation OPERATION =
            Operation.named("order.create").by("alice").key("k");

    @Test
    void aWriterThatIsBusyForLongIsTriedAgain() throws Exception {
        DataSource dataSource = LocalDatabase.SQLITE.createWithSchema();
        CountDownLatch retried = new CountDownLatch(2);
        try (JdbcYici yici = yici(dataSource, 100, kind -> {
                    if (kind == Kind.RETRIED) {
                        retried.countDown();
                    }
                });
                Connection writer = writing(dataSource)) {
            CompletableFuture<Outcome<String>> running =
                    CompletableFuture.supplyAsync(() -> yici.once(OPERATION, "x", String.class, () -> "done"));
            assertThat(retried.await(30, TimeUnit.SECONDS)).isTrue();
            writer.rollback();
            writer.setAutoCommit(true);
            assertThat(running.get(30, TimeUnit.SECONDS).value()).isEqualTo("done");
        }
    }

    @Test
    void aWriterThatStaysBusyIsOneClearErrorAndNothingIsExecuted() throws SQLException {
        DataSource dataSource = LocalDatabase.SQLITE.createWithSchema();
        try (JdbcYici yici = yici(dataSource, 1, kind -> {});
                Connection writer = writing(dataSource)) {
            assertThatThrownBy(() -> yici.once(OPERATION, "x", String.class, EngineOnLocalDatabasesTest::never))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("busy");
            writer.rollback();
        }
    }

    @Test
    void theSameOperationOnAnotherDatabaseIsAnotherRun() throws SQLException {
        try (JdbcYici orders = yici(LocalDatabase.H2.createWithSchema(), 0, kind -> {});
                JdbcYici ledger = yici(LocalDatabase.H2.createWithSchema(), 0, kind -> {})) {
            Outcome<String> outcome = orders.once(
                    OPERATION,
                    "x",
                    String.class,
                    () -> ledger.once(OPERATION, "x", String.class, () -> "booked")
                            .value());
            assertThat(outcome.value()).isEqualTo("booked");
            assertThat(ledger.once(OPERATION, "x", String.class, EngineOnLocalDatabasesTest::never)
                            .replayed())
                    .isTrue();
        }
    }

    @Test
    void aListenerThatFailsHarmsNothing() throws SQLException {
        List<Kind> heard = new CopyOnWriteArrayList<>();
        try (JdbcYici yici = JdbcYici.on(LocalDatabase.H2.createWithSchema())
                .listener(event -> {
                    throw new IllegalStateException("a listener's own fault");
                })
                .listener(event -> heard.add(event.kind()))
                .withoutScheduledCleanUp()
                .build()) {
            assertThat(yici.once(OPERATION, "x", String.class, () -> "done").value())
                    .isEqualTo("done");
        }
        assertThat(heard).containsExactly(Kind.EXECUTED);
    }

    @Test
    void aStaleOrMalformedKeyIsToldOnceAndNothingStays() throws SQLException {
        List<Kind> heard = new CopyOnWriteArrayList<>();
        OperationSettings settings =
                OperationSettings.defaults().unseenKeysWithin(Duration.ofHours(1), Duration.ofMinutes(5));
        Operation old = Operation.named("keyed").by("alice").key("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        try (JdbcYici yici = JdbcYici.on(LocalDatabase.SQLITE.createWithSchema())
                .operation("keyed", settings)
                .listener(event -> heard.add(event.kind()))
                .withoutScheduledCleanUp()
                .build()) {
            assertThatThrownBy(() -> yici.once(old, "x", String.class, EngineOnLocalDatabasesTest::never))
                    .isInstanceOf(io.yici.StaleKeyException.class);
            assertThatThrownBy(() -> yici.once(
                            Operation.named("keyed").by("alice").key("k"),
                            "x",
                            String.class,
                            EngineOnLocalDatabasesTest::never))
                    .isInstanceOf(InvalidOperationException.class);
            assertThat(yici.resolve(old)).isEqualTo(io.yici.Standing.ABSENT);
        }
        assertThat(heard).containsExactly(Kind.STALE_KEY);
    }

    private static JdbcYici yici(DataSource dataSource, int retries, java.util.function.Consumer<Kind> listener) {
        return JdbcYici.on(dataSource)
                .defaults(OperationSettings.defaults().retries(retries))
                .listener(event -> listener.accept(event.kind()))
                .withoutScheduledCleanUp()
                .build();
    }

    private static Connection writing(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("delete from yici_audit");
        }
        return connection;
    }

    private static String never() {
        throw new AssertionError("the work ran");
    }
}
