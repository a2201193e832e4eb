package io.yici.messaging.chaos;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.IdempotencyException;
import io.yici.Operation;
import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Message;
import io.yici.outbox.Outbox;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process that publishes its share of the messages, each in a run of Yici, and does the last one again after a crash.
 */
final class Producing {
    private Producing() {}

    /** URL, user, password, own number, number of producers, messages, keys, file of the ledger. */
    public static void main(String[] arguments) throws Exception {
        int own = Integer.parseInt(arguments[3]);
        int producers = Integer.parseInt(arguments[4]);
        int messages = Integer.parseInt(arguments[5]);
        int keys = Integer.parseInt(arguments[6]);
        JdbcYici yici = Shop.yici(arguments, event -> {});
        Outbox outbox = yici.outbox();
        try (Ledger ledger = Ledger.at(arguments[7])) {
            // The last one that is known to be committed is done again: its answer is replayed, and nothing is
            // published.
            for (int no = Math.max(own, ledger.last()); no < messages; no += producers) {
                String key = "key-" + no % keys;
                publish(yici, outbox, no, key);
                ledger.write("committed " + no + " " + key);
            }
            ledger.write("finished");
        }
        yici.close();
    }

    @SuppressWarnings("NullAway") // what answers nothing answers null
    private static void publish(JdbcYici yici, Outbox outbox, int no, String key) throws SQLException {
        Operation operation = Operation.named("item.publish").by("producer").key("message-" + no);
        while (true) {
            try {
                yici.<@Nullable Void, SQLException>once(operation, Fingerprint.of(key), Answer.nothing(), () -> {
                    int seq = Shop.publish(yici.connection(), no, key);
                    outbox.publish(Message.to(Shop.TOPIC, (no + " " + key + " " + seq).getBytes(StandardCharsets.UTF_8))
                            .orderedBy(key));
                    return null;
                });
                return;
            } catch (IdempotencyException again) {
                // In progress for as long as the server has not noticed that the process before is gone; or a conflict.
                System.err.println(again);
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
    }
}
