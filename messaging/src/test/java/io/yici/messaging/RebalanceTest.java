package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.messaging.Wire.Kind;
import io.yici.outbox.MessageSender;
import io.yici.services.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Partitions that change hands. */
class RebalanceTest {
    private static final int KEYS = 12;
    private static final int EACH = 10;

    /** A second consumer joins while the first is in the middle of a batch. */
    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void rebalanceInTheMiddleOfABatchHasNoSecondEffectAndKeepsOrder(TestDatabase database) throws Exception {
        KafkaWire wire = (KafkaWire) Kind.KAFKA.shared();
        String group = Wire.fresh("points");
        CountDownLatch inTheMiddle = new CountDownLatch(EACH);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Points points = new Points(database);
                MessageSender sender = wire.sender()) {
            String place = wire.topic(6);
            for (int n = 0; n < EACH; n++) {
                for (int key = 0; key < KEYS; key++) {
                    Sent.delivered(sender, Sent.message(place, key + "-" + n, "k-" + key));
                }
            }
            try (var first = wire.consume(place, points.yici().inbox(points.booking(group, message -> {
                inTheMiddle.countDown();
                if (inTheMiddle.getCount() == 0) {
                    goOn.await();
                }
                Points.book(points.yici(), group, message);
            })))) {
                assertThat(inTheMiddle.await(30, TimeUnit.SECONDS)).isTrue();
                try (var second = wire.consume(place, points.yici().inbox(points.booking(group)))) {
                    goOn.countDown();
                    for (int n = EACH; n < 2 * EACH; n++) {
                        for (int key = 0; key < KEYS; key++) {
                            Sent.delivered(sender, Sent.message(place, key + "-" + n, "k-" + key));
                        }
                    }
                    Await.until("all are booked", () -> points.booked(group).size() >= 2 * KEYS * EACH);
                    assertThat(second.isRunning()).isTrue();
                }
            } finally {
                goOn.countDown();
            }
            for (int key = 0; key < KEYS; key++) {
                List<String> expected = new ArrayList<>();
                for (int n = 0; n < 2 * EACH; n++) {
                    expected.add(key + "-" + n);
                }
                assertThat(points.booked(group, "k-" + key)).containsExactlyElementsOf(expected);
            }
        }
    }
}
