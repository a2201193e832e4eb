package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** An SQLite transaction that the database rolled back leaves nothing that came after it. */
class SqliteGuardingTest {
    private final FreshDatabase database = TestDatabase.SQLITE.create("sqlite guarding");

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theDataSourceIsGuardedAndKeepsItsClass() throws SQLException {
        try (ConfigurableApplicationContext application = Applications.start(database, new Class<?>[0])) {
            HikariDataSource pool = application.getBean(HikariDataSource.class);
            assertThat(pool).isSameAs(application.getBean(DataSource.class));
            assertThat(pool.isWrapperFor(HikariDataSource.class)).isTrue();
            assertThat(DataSourceUnwrapper.unwrap(pool, HikariDataSource.class)).isInstanceOf(HikariDataSource.class);
            assertThat(pool.getMaximumPoolSize()).isEqualTo(4);
            try (Connection connection = pool.getConnection()) {
                assertThat(Proxy.isProxyClass(connection.getClass())).isTrue();
            }
        }
    }

    @Test
    void thePoolIsClosedWithTheApplication() {
        HikariDataSource pool;
        try (ConfigurableApplicationContext application = Applications.start(database, new Class<?>[0])) {
            pool = application.getBean(HikariDataSource.class);
        }
        assertThat(pool.isClosed()).isTrue();
    }

    @Test
    void workThatSwallowsAnErrorWhichRolledBackLeavesNoHalf() {
        try (ConfigurableApplicationContext application =
                Applications.start(database, new Class<?>[] {Swallowing.class})) {
            Swallowing swallowing = application.getBean(Swallowing.class);
            JdbcClient jdbc = application.getBean(JdbcClient.class);
            jdbc.sql("INSERT INTO gifts VALUES ('taken')").update();
            assertThatThrownBy(() -> swallowing.give("k")).isInstanceOf(RuntimeException.class);
            assertThat(application.getBean(OrderTable.class).rows()).isZero();
            assertThat(application.getBean(OrderTable.class).records()).isZero();
        }
    }

    @Test
    void otherDatabasesAreLeftAsTheyAre() {
        Applications.onH2()
                .run(context -> assertThat(AopUtils.isAopProxy(context.getBean(DataSource.class)))
                        .isFalse());
    }

    static class Swallowing {
        private final JdbcClient jdbc;
        private final OrderTable orders;

        Swallowing(JdbcClient jdbc, OrderTable orders) {
            this.jdbc = jdbc;
            this.orders = orders;
        }

        @Transactional
        @Idempotent(operation = "give", key = "#key", caller = "'alice'")
        public String give(String key) {
            orders.insert(key, "before");
            try {
                jdbc.sql("INSERT OR ROLLBACK INTO gifts VALUES ('taken')").update();
            } catch (RuntimeException swallowed) {
                orders.insert(key, "after");
            }
            return "given";
        }
    }
}
