package io.yici.example.orders.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Orders, payments, cancellations and refunds through two processes, one of which is killed every now and then, and a
 * gateway that does everything a gateway can do wrong: cases B48, B52, B54, B55, R1, R2 and S1 at random.
 *
 * <p>{@code -Dyici.seed=N} repeats a plan, {@code -Dyici.storm.buyers=1000} makes it long.
 */
class PaymentStormTest {
    private static final int BUYERS = Integer.getInteger("yici.storm.buyers", 50);

    @TempDir
    private Path directory;

    @Test
    void everyOrderIsPaidOnceOrNotAtAllAndTheBooksAgree() throws Exception {
        long seed = Long.getLong("yici.seed", System.nanoTime());
        System.out.println("PaymentStormTest runs with -Dyici.seed=" + seed);
        try (FreshDatabase database = TestDatabase.POSTGRESQL.create("storm");
                PaymentStorm storm = PaymentStorm.start(seed, database, directory)) {
            storm.rage(BUYERS);
            storm.calm();
            List<Story> answered = storm.askAgain();

            assertThat(storm.disagreements(answered)).as("seed %d", seed).isEmpty();
            assertThat(storm.failures()).as("seed %d", seed).isEmpty();
            assertThat(storm.kills()).isGreaterThanOrEqualTo(BUYERS / 10);
            assertThat(answered).hasSize(BUYERS);
        }
    }
}
