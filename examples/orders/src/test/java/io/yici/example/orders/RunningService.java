package io.yici.example.orders;

import io.yici.example.gateway.Gateway;
import io.yici.services.FreshDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** The service in this JVM, on a free port and one database. Closing it is an orderly stop. */
public final class RunningService implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** With a gateway of its own that forgets, where the further arguments name no other. */
    public static RunningService on(FreshDatabase database, String... arguments) {
        return on(database, context -> {}, arguments);
    }

    /** The same after something was changed in its context, before anything is built. */
    public static RunningService on(
            FreshDatabase database,
            ApplicationContextInitializer<GenericApplicationContext> change,
            String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--orders.gateway.ledger=",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        all.addAll(List.of(arguments));
        SpringApplication application = OrderServiceApplication.application();
        application.addInitializers(change);
        return new RunningService(application.run(all.toArray(String[]::new)));
    }

    /** Pays at this gateway, gives up on it after a second, and finds out within seconds what became of a payment. */
    public static RunningService payingAt(Gateway gateway, FreshDatabase database) {
        return on(database, payingAt(gateway, Duration.ofSeconds(1)));
    }

    /** The arguments for that, and for giving up after another time. */
    public static String[] payingAt(Gateway gateway, Duration timeOut) {
        return new String[] {
            "--orders.gateway.url=" + gateway.url(),
            "--orders.gateway.time-out=" + timeOut,
            // What it is longer by is the time a busy machine has for all that comes before a call; else nothing is
            // sent.
            "--orders.payment.lease=" + timeOut.multipliedBy(2),
            "--orders.payment.settle-delay=" + timeOut.multipliedBy(3).plusMillis(500),
            "--yici.external.settle-every=200ms"
        };
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public Client as(String user) {
        return new Client(port(), user, "demo");
    }

    @Override
    public void close() {
        context.close();
    }
}
