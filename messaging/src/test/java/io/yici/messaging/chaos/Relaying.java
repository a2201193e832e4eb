package io.yici.messaging.chaos;

import io.yici.jdbc.JdbcYici;
import io.yici.messaging.kafka.KafkaSender;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process that relays to Kafka until it is killed. */
final class Relaying {
    private Relaying() {}

    /** URL, user, password, address of the broker. */
    public static void main(String[] arguments) throws Exception {
        JdbcYici yici = Shop.yici(arguments, event -> {});
        KafkaSender sender = KafkaSender.with(Map.of(
                "bootstrap.servers",
                arguments[3],
                "delivery.timeout.ms",
                3_000,
                "request.timeout.ms",
                1_500,
                "linger.ms",
                0,
                "max.block.ms",
                1_000));
        Relay relay = yici.outbox()
                .relay(
                        sender,
                        RelaySettings.defaults()
                                .pollEvery(Duration.ofMillis(100))
                                .lease(Duration.ofSeconds(6))
                                .pause(Duration.ofMillis(100), Duration.ofSeconds(1)));
        relay.start();
        new CountDownLatch(1).await();
    }
}
