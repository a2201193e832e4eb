package io.yici.messaging.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.messaging.chaos.ChaosRun.Plan;
import io.yici.services.TestDatabase;
import org.junit.jupiter.api.Test;

/** O25, B46: a producer, a relay and a consumer without Spring, killed again and again. */
class ChaosTest {
    private static final int MESSAGES = 2_000;

    @Test
    void nothingIsLostAppliedTwiceOrOutOfOrderWhileAllAreKilled() throws Exception {
        Plan plan = new Plan(TestDatabase.POSTGRESQL, System.nanoTime(), MESSAGES, 20, 1, 1, 1, 6, 1);
        try (ChaosRun run = new ChaosRun(plan)) {
            Verdict verdict = run.run();
            assertThat(verdict.isClean(MESSAGES)).as(verdict + " of " + plan).isTrue();
        }
    }
}
