package io.yici.messaging.chaos;

import io.yici.OperationEvent.Kind;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.jdbc.JdbcYici;
import io.yici.messaging.kafka.KafkaInbox;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process that applies messages from Kafka until it is killed. */
final class Consuming {
    private Consuming() {}

    /** URL, user, password, address of the broker, own name, file of the ledger. */
    public static void main(String[] arguments) throws Exception {
        String name = arguments[4];
        Ledger ledger = Ledger.at(arguments[5]);
        JdbcYici yici = Shop.yici(arguments, event -> {
            if (event.kind() == Kind.REPLAYED) {
                ledger.write("duplicate");
            }
        });
        Subscription subscription = Subscription.named("item.apply")
                .group("appliers")
                .key(message -> message.header(MessageHeaders.MESSAGE_ID))
                .handledBy(message -> apply(yici, name, message))
                .tries(1_000)
                .retryAfter(Duration.ofMillis(100), Duration.ofSeconds(1));
        KafkaInbox.with(
                        Map.of(
                                "bootstrap.servers",
                                arguments[3],
                                "session.timeout.ms",
                                3_000,
                                "heartbeat.interval.ms",
                                500,
                                "max.poll.records",
                                100),
                        yici.inbox(subscription),
                        Shop.TOPIC)
                .start();
        new CountDownLatch(1).await();
    }

    private static void apply(JdbcYici yici, String name, Received message) throws SQLException {
        String[] parts = new String(message.payload(), StandardCharsets.UTF_8).split(" ");
        Shop.apply(yici.connection(), Integer.parseInt(parts[0]), parts[1], Integer.parseInt(parts[2]), name);
    }
}
