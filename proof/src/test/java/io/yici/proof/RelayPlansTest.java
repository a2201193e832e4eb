package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.services.TestDatabase;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An outbox is empty most of the time, and PostgreSQL plans a statement for the table as it is when it plans. */
class RelayPlansTest {
    private static final int PREPARED_ON_THE_SERVER_AFTER = 5;

    /** Each of them reads the whole table when it is made. */
    private static final int INDEXES = 4;

    private static final String WHOLE_READS = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'yici_outbox'";
    private static final String INDEX_READS = "SELECT idx_scan FROM pg_stat_user_tables WHERE relname = 'yici_outbox'";

    static Iterable<Ground> postgresql() {
        return Ground.each().stream()
                .filter(ground -> ground.database() == TestDatabase.POSTGRESQL)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("postgresql")
    void plansMadeForAnEmptyOutboxReadNoWholeTableWhenItIsFull(Ground ground) {
        try (Postbox postbox = Postbox.open(ground)) {
            ScriptedBroker broker = new ScriptedBroker();
            try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
                relay.runOnce();
                postbox.execute("VACUUM ANALYZE yici_outbox");
                for (int i = 0; i < 3 * PREPARED_ON_THE_SERVER_AFTER; i++) {
                    postbox.publish(message("warm-" + i).orderedBy("k" + i));
                    relay.runOnce();
                }
                postbox.publishTogether(IntStream.range(0, 3_000)
                        .mapToObj(i -> message("m-" + i).orderedBy("k" + i))
                        .toArray(Message[]::new));
                relay.runOnce();
            }
            assertThat(broker.taken()).hasSizeGreaterThan(3_000);

            // A session tells what it did when it ends, at the latest.
            postbox.pool.getHikariPoolMXBean().softEvictConnections();
            Until.holds("told", () -> postbox.number(INDEX_READS) > 3_000);
            assertThat(postbox.number(WHOLE_READS))
                    .as("reads of the whole table")
                    .isEqualTo(INDEXES);
        }
    }
}
