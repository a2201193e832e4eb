package io.yici.spring;

import io.yici.services.FreshDatabase;
import io.yici.spring.autoconfigure.YiciAutoConfiguration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Applications for tests: the starter, JDBC, transactions, a business table and a ledger. */
public final class Applications {
    private Applications() {}

    /** Tries on an H2 database of its own, in memory. */
    public static ApplicationContextRunner onH2() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        JdbcClientAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        YiciAutoConfiguration.class))
                .withUserConfiguration(Tables.class)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "spring.datasource.hikari.maximum-pool-size=4");
    }

    /** An application on a database of the services, to be closed; with more beans and {@code name=value} settings. */
    public static ConfigurableApplicationContext start(FreshDatabase database, Class<?>[] beans, String... settings) {
        List<Class<?>> sources = new ArrayList<>(List.of(Started.class));
        sources.addAll(Arrays.asList(beans));
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.maximum-pool-size=4",
                "spring.datasource.hikari.connection-timeout=3000",
                "spring.main.banner-mode=off",
                "yici.create-schema=always"));
        all.addAll(Arrays.asList(settings));
        return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new))
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Ledger.class, OrderTable.class})
    static class Tables {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        JdbcClientAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        YiciAutoConfiguration.class
    })
    @Import(Tables.class)
    static class Started {}
}
