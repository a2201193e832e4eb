package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.OperationSettings;
import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.messaging.Wire.Kind;
import io.yici.outbox.MessageSender;
import io.yici.services.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often a message comes to the binding that is answered "later", counted, while others come all the time. Nobody
 * waits inside the inbox here, so that only the binding stands between the message and a hot loop.
 */
class DeliveriesTest {
    private static final Duration WATCHED = Duration.ofSeconds(3);

    /** Shorter than the 7 s in which this RocketMQ delivers the third time what is given back without a delay. */
    private static final Duration SOON = Duration.ofSeconds(6);

    /** At 500 ms each, six are due in the time watched; a hot loop makes hundreds. */
    private static final int MOST_IN_PROGRESS = 10;

    /** At 2 s each, spread by a fifth, the third is due after the time watched. */
    private static final Duration WAIT = Duration.ofSeconds(2);

    private static final int MOST_FAILED = 2;

    record Way(Kind kind, boolean ordered) {
        AutoCloseable consume(Wire wire, String place, Inbox inbox) throws Exception {
            return ordered ? wire.consume(place, inbox) : wire.consumeUnordered(place, inbox);
        }

        @Nullable String orderingKey(String key) {
            return ordered ? key : null;
        }
    }

    static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (Kind kind : Kind.present()) {
            ways.add(new Way(kind, true));
        }
        // The one binding that has another way for messages without order.
        ways.add(new Way(Kind.ROCKETMQ, false));
        return ways;
    }

    /** B41. */
    @ParameterizedTest
    @MethodSource("ways")
    void messageThatIsHandledElsewhereComesSeldom(Way way) throws Exception {
        Wire wire = way.kind.shared();
        String group = Wire.fresh("points");
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (Points points = points();
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Inbox elsewhere = points.yici().inbox(uncounted(points, group, running, release));
            CompletableFuture<Handled> first = CompletableFuture.supplyAsync(() ->
                    elsewhere.handle(Received.of(place, "m-1".getBytes(StandardCharsets.UTF_8))
                            .headers(Map.of(MessageHeaders.MESSAGE_ID, "m-1"))));
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            try (var consumer = way.consume(wire, place, points.yici().inbox(points.booking(group)))) {
                Sent.delivered(sender, Sent.message(place, "m-1", way.orderingKey("k")));
                int others = watch(points, sender, place, way, 3);
                assertThat(points.deliveries("m-1")).isBetween(3, MOST_IN_PROGRESS);
                release.countDown();
                assertThat(first.get(30, TimeUnit.SECONDS)).isInstanceOf(Handled.Applied.class);
                Await.until("all are booked", () -> points.booked(group).size() >= others + 1);
            } finally {
                release.countDown();
            }
            assertThat(points.booked(group)).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void messageThatFailsComesNoMoreOftenThanItsWaitAllows(Way way) throws Exception {
        Wire wire = way.kind.shared();
        String group = Wire.fresh("points");
        CountDownLatch repaired = new CountDownLatch(1);
        try (Points points = points();
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Inbox inbox = points.yici()
                    .inbox(points.booking(group, message -> {
                                if ("m-1".equals(message.header(MessageHeaders.MESSAGE_ID))
                                        && repaired.getCount() > 0) {
                                    throw new IllegalStateException("not yet");
                                }
                                Points.book(points.yici(), group, message);
                            })
                            .tries(1_000)
                            .retryAfter(WAIT, WAIT));
            try (var consumer = way.consume(wire, place, inbox)) {
                Sent.delivered(sender, Sent.message(place, "m-1", way.orderingKey("k")));
                int others = watch(points, sender, place, way, 2);
                assertThat(points.deliveries("m-1")).isBetween(2, MOST_FAILED);
                repaired.countDown();
                Await.until("all are booked", () -> points.booked(group).size() >= others + 1);
            }
            assertThat(points.booked(group)).doesNotHaveDuplicates();
        }
    }

    private static Points points() throws Exception {
        return new Points(TestDatabase.POSTGRESQL, OperationSettings.defaults().waitsFor(Duration.ZERO));
    }

    private static Subscription uncounted(Points points, String group, CountDownLatch running, CountDownLatch release) {
        return points.booking(group, message -> {
                    running.countDown();
                    release.await();
                    Points.book(points.yici(), group, message);
                })
                .ignoring(message -> false);
    }

    /** From the first delivery on, with others sent meanwhile; on until so many have come, which must be soon. */
    private static int watch(Points points, MessageSender sender, String place, Way way, int least) throws Exception {
        Await.until("it has come", () -> points.deliveries("m-1") >= 1);
        long start = System.nanoTime();
        int others = 0;
        while (System.nanoTime() - start < (points.deliveries("m-1") < least ? SOON : WATCHED).toNanos()) {
            Sent.delivered(sender, Sent.message(place, "o-" + others, way.orderingKey("o-" + others)));
            others++;
            Await.briefly();
        }
        return others;
    }
}
