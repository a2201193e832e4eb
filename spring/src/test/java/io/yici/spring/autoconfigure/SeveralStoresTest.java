package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.SetupException;
import io.yici.spring.Idempotent;
import io.yici.spring.SpringYici;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

/** Several data sources and transaction managers: the record goes where the business data goes, or nowhere. */
class SeveralStoresTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TransactionAutoConfiguration.class, YiciAutoConfiguration.class));

    @Test
    void eachRecordIsBesideItsBusinessData() {
        application.withUserConfiguration(TwoDatabases.class, Two.class).run(context -> {
            Two two = context.getBean(Two.class);
            assertThat(two.order("k")).isEqualTo("ordered");
            assertThat(two.order("k")).isEqualTo("ordered");
            assertThat(two.stock("k")).isEqualTo("stocked");
            assertThat(two.stock("k")).isEqualTo("stocked");
            for (String name : List.of("orders", "stock")) {
                JdbcTemplate jdbc = new JdbcTemplate(context.getBean(name, DataSource.class));
                assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM work", Integer.class))
                        .isEqualTo(1);
                assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM yici_record", Integer.class))
                        .isEqualTo(1);
            }
        });
    }

    @Test
    void aStoreOfTheApplicationsOwnIsUsed() {
        application
                .withUserConfiguration(TwoDatabases.class, OwnStores.class, Two.class)
                .run(context -> {
                    context.getBean(Two.class).order("k");
                    JdbcTemplate jdbc = new JdbcTemplate(context.getBean("orders", DataSource.class));
                    assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM yici_record", Integer.class))
                            .isEqualTo(1);
                });
    }

    @Test
    void withoutANameThePrimaryIsMeant() {
        application.withUserConfiguration(PrimaryDatabase.class, Unnamed.class).run(context -> {
            context.getBean(Unnamed.class).work("k");
            JdbcTemplate jdbc = new JdbcTemplate(context.getBean("orders", DataSource.class));
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM yici_record", Integer.class))
                    .isEqualTo(1);
        });
    }

    @Test
    void withoutANameAndAPrimaryNothingIsGuessed() {
        refuses(Unnamed.class, "names no store", "orders, stock");
    }

    @Test
    void aManagerOfAnotherDataSourceIsRefused() {
        refuses(Crossed.class, "manages another data source", "@Transactional(transactionManager");
    }

    @Test
    void withoutAnyDataSourceTheRefusalSaysSo() {
        application
                .withUserConfiguration(Unnamed.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining("There is no data source")
                        .hasMessageContaining("spring.datasource"));
    }

    @Test
    void aRoutingDataSourceIsRefusedUnlessVouchedFor() {
        ApplicationContextRunner routing = application.withUserConfiguration(Routing.class, Unnamed.class);
        routing.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("routes to several databases"));
        routing.withPropertyValues("yici.trust-routing=true")
                .run(context ->
                        assertThat(context.getBean(Unnamed.class).work("k")).isEqualTo("worked"));
    }

    private void refuses(Class<?> bean, String fault, String remedy) {
        application
                .withUserConfiguration(TwoDatabases.class, bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(SetupException.class)
                        .hasMessageContaining(fault)
                        .hasMessageContaining(remedy));
    }

    private static DataSource database() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        new JdbcTemplate(dataSource).execute("CREATE TABLE work (k VARCHAR(10))");
        return dataSource;
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDatabases {
        @Bean
        DataSource orders() {
            return database();
        }

        @Bean
        DataSource stock() {
            return database();
        }

        @Bean
        PlatformTransactionManager ordersManager(@Qualifier("orders") DataSource orders) {
            return new JdbcTransactionManager(orders);
        }

        @Bean
        PlatformTransactionManager stockManager(@Qualifier("stock") DataSource stock) {
            return new JdbcTransactionManager(stock);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryDatabase {
        @Bean
        @Primary
        DataSource orders() {
            return database();
        }

        @Bean
        DataSource stock() {
            return database();
        }

        @Bean
        PlatformTransactionManager ordersManager(@Qualifier("orders") DataSource orders) {
            return new JdbcTransactionManager(orders);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnStores {
        @Bean
        SpringYici ordersYici(YiciFactory factory, @Qualifier("orders") DataSource orders) {
            return factory.on(orders);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routing {
        @Bean
        DataSource orders() {
            DataSource first = database();
            AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
                @Override
                protected @Nullable Object determineCurrentLookupKey() {
                    return null;
                }
            };
            routing.setTargetDataSources(Map.of("a", first, "b", database()));
            routing.setDefaultTargetDataSource(first);
            return routing;
        }

        @Bean
        PlatformTransactionManager ordersManager(DataSource orders) {
            return new JdbcTransactionManager(orders);
        }
    }

    static class Two {
        private final JdbcTemplate orders;
        private final JdbcTemplate stock;

        Two(@Qualifier("orders") DataSource orders, @Qualifier("stock") DataSource stock) {
            this.orders = new JdbcTemplate(orders);
            this.stock = new JdbcTemplate(stock);
        }

        @Transactional("ordersManager")
        @Idempotent(operation = "order", key = "#key", caller = "'alice'", store = "orders")
        public String order(String key) {
            orders.update("INSERT INTO work VALUES (?)", key);
            return "ordered";
        }

        @Idempotent(operation = "stock", key = "#key", caller = "'alice'", store = "stock")
        public String stock(String key) {
            stock.update("INSERT INTO work VALUES (?)", key);
            return "stocked";
        }
    }

    static class Unnamed {
        @Idempotent(operation = "work", key = "#key", caller = "'alice'")
        public String work(String key) {
            return "worked";
        }
    }

    static class Crossed {
        @Transactional("stockManager")
        @Idempotent(operation = "work", key = "#key", caller = "'alice'", store = "orders")
        public String work(String key) {
            return "worked";
        }
    }
}
