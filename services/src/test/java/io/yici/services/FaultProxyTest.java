package io.yici.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.net.ConnectException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultProxyTest {
    /** A server with a driver. */
    enum Client {
        POSTGRESQL(TestDatabase.POSTGRESQL),
        MYSQL(TestDatabase.MYSQL),
        MARIADB(TestDatabase.MARIADB),
        MARIADB_THROUGH_CONNECTOR_J(TestDatabase.MARIADB);

        private final TestDatabase kind;

        Client(TestDatabase kind) {
            this.kind = kind;
        }

        FreshDatabase create() throws SQLException {
            FreshDatabase database = kind.create("proxy");
            execute(database.unpooled(), "create table t (id int primary key)");
            return database;
        }

        FreshDatabase seen(FreshDatabase database) {
            return this == MARIADB_THROUGH_CONNECTOR_J ? database.throughConnectorJ() : database;
        }
    }

    @ParameterizedTest
    @EnumSource
    void cutBeforeCommitRollsBack(Client client) throws SQLException {
        try (FreshDatabase database = client.create();
                FaultProxy proxy = FaultProxy.to(database)) {
            DataSource source = client.seen(database).through(proxy).unpooled();
            assertThatThrownBy(() -> insertAndCommit(source, proxy::cutBeforeCommit, 1))
                    .isInstanceOf(SQLException.class);
            assertThat(proxy.cuts()).isOne();
            execute(database.unpooled(), "insert into t values (1)"); // waits for the rolled back one
        }
    }

    @ParameterizedTest
    @EnumSource
    void cutAfterCommitKeepsTheWrite(Client client) throws SQLException {
        try (FreshDatabase database = client.create();
                FaultProxy proxy = FaultProxy.to(database)) {
            DataSource source = client.seen(database).through(proxy).unpooled();
            assertThatThrownBy(() -> insertAndCommit(source, proxy::cutAfterCommit, 1))
                    .isInstanceOf(SQLException.class);
            assertThat(proxy.cuts()).isOne();
            assertThat(rows(database.unpooled())).isOne();
        }
    }

    /** Drivers change how they say COMMIT when they say it often. */
    @ParameterizedTest
    @EnumSource
    void laterCommitOfOneConnectionIsCutToo(Client client) throws SQLException {
        try (FreshDatabase database = client.create();
                FaultProxy proxy = FaultProxy.to(database);
                HikariDataSource pool = client.seen(database).through(proxy).pool(1)) {
            for (int id = 1; id <= 20; id++) {
                insertAndCommit(pool, () -> {}, id);
            }
            assertThatThrownBy(() -> insertAndCommit(pool, proxy::cutAfterCommit, 21))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> insertAndCommit(pool, proxy::cutBeforeCommit, 22))
                    .isInstanceOf(SQLException.class);
            insertAndCommit(pool, () -> {}, 23);
            assertThat(proxy.cuts()).isEqualTo(2);
            assertThat(rows(database.unpooled())).isEqualTo(22);
        }
    }

    @ParameterizedTest
    @EnumSource
    void frozenConnectionGoesOnWhenUnfrozen(Client client) throws Exception {
        try (FreshDatabase database = client.create();
                FaultProxy proxy = FaultProxy.to(database);
                HikariDataSource pool = client.seen(database).through(proxy).pool(1)) {
            assertThat(rows(pool)).isZero();
            proxy.freeze();
            CompletableFuture<Void> insert =
                    CompletableFuture.runAsync(() -> assertThatCode(() -> execute(pool, "insert into t values (1)"))
                            .doesNotThrowAnyException());
            execute(database.unpooled(), "insert into t values (2)");
            assertThat(rows(database.unpooled())).isOne();
            assertThat(insert).isNotDone();
            proxy.unfreeze();
            insert.get(10, TimeUnit.SECONDS);
            assertThat(rows(database.unpooled())).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void cutConnectionFailsAndTheNextOneWorks(Client client) throws SQLException {
        try (FreshDatabase database = client.create();
                FaultProxy proxy = FaultProxy.to(database)) {
            DataSource source = client.seen(database).through(proxy).unpooled();
            Connection connection = source.getConnection();
            proxy.cutAll();
            assertThatThrownBy(() -> connection.createStatement().execute("select 1"))
                    .isInstanceOf(SQLException.class);
            assertThat(rows(source)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void serverThatIsDownRefusesUntilItIsUp(Client client) throws SQLException {
        try (FreshDatabase database = client.create();
                FaultProxy proxy = FaultProxy.to(database)) {
            DataSource source = client.seen(database).through(proxy).unpooled();
            proxy.down();
            assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> new Socket(proxy.host(), proxy.port()).close())
                    .isInstanceOf(ConnectException.class);
            proxy.up();
            assertThat(rows(source)).isZero();
        }
    }

    private static void insertAndCommit(DataSource source, Runnable beforeCommit, int id) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("insert into t values (" + id + ")");
            beforeCommit.run();
            connection.commit();
        }
    }

    private static void execute(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int rows(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from t")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
