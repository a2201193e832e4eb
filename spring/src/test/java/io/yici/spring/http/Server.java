package io.yici.spring.http;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A running application on a database of its own, with Tomcat on a free port of the loopback. */
final class Server implements AutoCloseable {
    private final FreshDatabase database;
    private final boolean ownsDatabase;
    private final ServletWebServerApplicationContext context;

    private Server(FreshDatabase database, boolean ownsDatabase, ServletWebServerApplicationContext context) {
        this.database = database;
        this.ownsDatabase = ownsDatabase;
        this.context = context;
    }

    /** Starts on a new database, with these beans and {@code name=value} settings. */
    static Server start(TestDatabase kind, Class<?>[] beans, String... settings) {
        return start(kind.create("http"), true, beans, settings);
    }

    /** Starts on a database that stays its caller's, perhaps seen through a proxy. */
    static Server on(FreshDatabase database, Class<?>[] beans, String... settings) {
        return start(database, false, beans, settings);
    }

    /** Starts one more node on the database of this one. */
    Server secondNode(Class<?>[] beans, String... settings) {
        return start(database, false, beans, settings);
    }

    private static Server start(FreshDatabase database, boolean owns, Class<?>[] beans, String... settings) {
        List<Class<?>> sources = new ArrayList<>(List.of(Application.class));
        sources.addAll(Arrays.asList(beans));
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + database.jdbcUrl(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.maximum-pool-size=8",
                "spring.datasource.hikari.connection-timeout=3000",
                "spring.main.banner-mode=off",
                "spring.mvc.problemdetails.enabled=true",
                "server.address=127.0.0.1",
                "server.port=0",
                "server.servlet.jsp.registered=false",
                "yici.create-schema=always"));
        all.addAll(Arrays.asList(settings));
        return new Server(database, owns, (ServletWebServerApplicationContext)
                new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                        .web(WebApplicationType.SERVLET)
                        .properties(all.toArray(String[]::new))
                        .run());
    }

    int port() {
        return Objects.requireNonNull(context.getWebServer()).getPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
        if (ownsDatabase) {
            database.close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Ledger.class, OrderTable.class})
    static class Application {}
}
