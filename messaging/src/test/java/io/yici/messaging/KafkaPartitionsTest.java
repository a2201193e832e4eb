package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHeaders;
import io.yici.messaging.Wire.Kind;
import io.yici.outbox.MessageSender;
import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** What a message that is not done does to its partition and to the others of its consumer. */
class KafkaPartitionsTest {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);
    private static final Map<String, ?> SETTINGS = Map.of("max.poll.interval.ms", (int) POLL_INTERVAL.toMillis());

    private final String group = Wire.fresh("points");

    @Test
    void messageThatWaitsHoldsUpItsPartitionOnlyAndItsConsumerStaysInTheGroup() throws Exception {
        KafkaWire wire = (KafkaWire) Kind.KAFKA.shared();
        Duration wait = POLL_INTERVAL.multipliedBy(2);
        List<Long> tries = new CopyOnWriteArrayList<>();
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.topic(2);
            Inbox inbox = points.yici()
                    .inbox(points.booking(group, message -> {
                                if (first(0).equals(message.header(MessageHeaders.MESSAGE_ID))) {
                                    tries.add(System.nanoTime());
                                    if (tries.size() == 1) {
                                        throw new IllegalStateException("not yet");
                                    }
                                }
                                Points.book(points.yici(), group, message);
                            })
                            .unordered()
                            .retryAfter(wait, wait));
            try (var consumer = wire.consume(place, inbox, SETTINGS)) {
                Sent.delivered(sender, Sent.message(place, first(0), null));
                Await.until("it has failed", () -> tries.size() == 1);
                Set<String> members = wire.members(group);
                Sent.delivered(sender, Sent.message(place, second(0), null));
                Sent.delivered(sender, Sent.message(place, first(1), null));
                Await.until(
                        "the other partition flows", () -> points.booked(group).contains(first(1)));
                assertThat(points.booked(group)).containsExactly(first(1));
                Await.until("its own goes on", () -> points.booked(group).contains(second(0)));
                assertThat(points.booked(group)).containsExactly(first(1), first(0), second(0));
                assertThat(Duration.ofNanos(tries.get(1) - tries.get(0))).isGreaterThan(POLL_INTERVAL);
                assertThat(wire.members(group)).isEqualTo(members).hasSize(1);
                assertThat(points.deliveries(second(0))).isEqualTo(1);
            }
        }
    }

    /** One thread handles all partitions of a consumer: what hangs stops them, until others get them. */
    @Test
    void handlerThatHangsLosesItsPartitionsToAnotherConsumerAndStillHasOneEffect() throws Exception {
        KafkaWire wire = (KafkaWire) Kind.KAFKA.shared();
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.topic(2);
            Sent.delivered(sender, Sent.message(place, first(0), null));
            try (var hanging = wire.consume(
                    place,
                    points.yici().inbox(points.booking(group, message -> {
                        hangs.countDown();
                        goOn.await();
                        Points.book(points.yici(), group, message);
                    })),
                    SETTINGS)) {
                hangs.await();
                Sent.delivered(sender, Sent.message(place, first(1), null));
                try (var another = wire.consume(place, points.yici().inbox(points.booking(group)), SETTINGS)) {
                    Await.until(
                            "the other partition flows",
                            () -> points.booked(group).contains(first(1)));
                    Await.until("it is delivered there, too", () -> points.deliveries(first(0)) >= 3);
                    assertThat(points.booked(group)).containsExactly(first(1));
                    goOn.countDown();
                    Sent.delivered(sender, Sent.message(place, second(0), null));
                    Await.until("all are booked", () -> points.booked(group).size() == 3);
                } finally {
                    goOn.countDown();
                }
            }
            assertThat(points.booked(group)).containsExactly(first(1), first(0), second(0));
        }
    }

    private static String first(int partition) {
        return of(partition, 0);
    }

    private static String second(int partition) {
        return of(partition, 1);
    }

    /** An id that Kafka's producer puts into that one of two partitions. */
    private static String of(int partition, int which) {
        return IntStream.range(0, 100)
                .mapToObj(n -> "m-" + n)
                .filter(id -> Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % 2 == partition)
                .skip(which)
                .findFirst()
                .orElseThrow();
    }
}
