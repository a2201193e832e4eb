package io.yici.example.orders;

import io.yici.services.FreshDatabase;
import org.springframework.context.ConfigurableApplicationContext;

/** The service in this JVM, on a free port and one database. Closing it is an orderly stop. */
final class RunningService implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static RunningService on(FreshDatabase database) {
        return new RunningService(OrderServiceApplication.application()
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password()));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    Client as(String user) {
        return new Client(port(), user, "demo");
    }

    @Override
    public void close() {
        context.close();
    }
}
