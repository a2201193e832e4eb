package io.yici.benchmarks;

import io.yici.spring.CallerResolver;
import java.net.URI;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The market behind HTTP: Spring MVC on Tomcat on a free port of the loopback, measured by a {@link RequestCost}. */
final class OrderServer implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    /** @param controller answers {@code POST /order} with 204 and {@code POST /sheet} with 200 and 2 KB of JSON */
    OrderServer(Market market, Class<?> controller, boolean filter) {
        context = new SpringApplicationBuilder(Application.class, controller)
                .properties(
                        "spring.datasource.url=" + market.database.jdbcUrl(),
                        "spring.datasource.username=" + market.database.user(),
                        "spring.datasource.password=" + market.database.password(),
                        "spring.datasource.hikari.maximum-pool-size=" + Market.POOL,
                        "spring.main.banner-mode=off",
                        "spring.main.log-startup-info=false",
                        "logging.level.root=error",
                        "server.address=127.0.0.1",
                        "server.port=0",
                        "namastack.outbox.enabled=false",
                        "yici.http.enabled=" + filter)
                .run();
    }

    URI uri(String path) {
        String port = Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port"));
        return URI.create("http://127.0.0.1:" + port + path);
    }

    RequestCost cost() {
        return context.getBean(RequestCost.class);
    }

    @Override
    public void close() {
        SpringApplication.exit(context);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        static final String CALLER = "merchant-42";

        @Bean
        RequestCost requestCost() {
            return new RequestCost();
        }

        @Bean
        CallerResolver callers() {
            return () -> CALLER;
        }
    }
}
