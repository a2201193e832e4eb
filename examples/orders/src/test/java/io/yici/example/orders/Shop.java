package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Charge;
import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import io.yici.example.gateway.Refund;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The service with a fresh database and a gateway that does as it is told. */
public final class Shop implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(80);

    private final FreshDatabase database;
    private final Gateway gateway;
    private RunningService service;

    private Shop(FreshDatabase database, Gateway gateway, RunningService service) {
        this.database = database;
        this.gateway = gateway;
        this.service = service;
    }

    /** Gives up on its gateway after a second. */
    static Shop open(TestDatabase kind, Class<?> test) throws Exception {
        return open(kind, test, Duration.ofSeconds(1));
    }

    /** Waits long enough for a gateway that behaves, also on a busy machine. */
    static Shop patient(TestDatabase kind, Class<?> test) throws Exception {
        return open(kind, test, Duration.ofSeconds(5));
    }

    private static Shop open(TestDatabase kind, Class<?> test, Duration timeOut) throws Exception {
        FreshDatabase database = Databases.fresh(kind, test);
        Gateway gateway = Gateway.start(
                0, GatewayOptions.defaults().withCallbackPauses(Duration.ofMillis(100), Duration.ofMillis(500)));
        return new Shop(database, gateway, RunningService.on(database, RunningService.payingAt(gateway, timeOut)));
    }

    FreshDatabase database() {
        return database;
    }

    Gateway gateway() {
        return gateway;
    }

    RunningService service() {
        return service;
    }

    Client as(String user) {
        return service.as(user);
    }

    /** Ends the service in an orderly way and starts it again on the same database. */
    void restart() {
        service.close();
        service = RunningService.payingAt(gateway, database);
    }

    List<Charge> charges(String orderNo) {
        return gateway.charges().stream()
                .filter(charge -> charge.orderNo().equals(orderNo))
                .toList();
    }

    List<Refund> refunds(String orderNo) {
        return gateway.refunds().stream()
                .filter(refund -> refund.orderNo().equals(orderNo))
                .toList();
    }

    /** Waits until something is so. */
    public static void until(String what, BooleanSupplier so) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime()).as("%s, within %s", what, LIMIT).isLessThan(deadline);
            pause(50);
        }
    }

    /** Asks as a good client does: under the same key, until the answer is one that stays. */
    static Answer untilFinal(Supplier<Answer> ask) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Answer answer = ask.get();
        while (answer.status() != 201 && answer.retryable()) {
            assertThat(System.nanoTime()).as("still %s", answer).isLessThan(deadline);
            pause(250);
            answer = ask.get();
        }
        return answer;
    }

    /** Between two looks. */
    private static void pause(long millis) {
        try {
            new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        service.close();
        gateway.close();
        database.close();
    }
}
