package io.yici.example.orders;

import io.yici.example.gateway.Gateway;
import io.yici.services.FreshDatabase;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** The service in this JVM, on a free port and one database. Closing it is an orderly stop. */
final class RunningService implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** With a gateway of its own that forgets, where the further arguments name no other. */
    static RunningService on(FreshDatabase database, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--orders.gateway.ledger=",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        all.addAll(List.of(arguments));
        return new RunningService(OrderServiceApplication.application().run(all.toArray(String[]::new)));
    }

    /** Pays at this gateway, gives up on it after 600 ms, and finds out within seconds what became of a payment. */
    static RunningService payingAt(Gateway gateway, FreshDatabase database) {
        return on(
                database,
                "--orders.gateway.url=" + gateway.url(),
                "--orders.gateway.time-out=600ms",
                "--orders.payment.lease=1s",
                "--orders.payment.settle-delay=2s",
                "--yici.external.settle-every=200ms");
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
