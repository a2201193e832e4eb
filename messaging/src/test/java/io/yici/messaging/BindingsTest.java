package io.yici.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.inbox.Exhausted;
import io.yici.inbox.Handled;
import io.yici.inbox.Inbox;
import io.yici.inbox.MessageHeaders;
import io.yici.inbox.Received;
import io.yici.messaging.Wire.Kind;
import io.yici.outbox.MessageSender;
import io.yici.services.TestDatabase;
import io.yici.test.CrashPoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each binding owes, on each real broker. */
class BindingsTest {
    record Ground(Kind kind, TestDatabase database) {}

    static List<Ground> grounds() {
        List<Ground> grounds = new ArrayList<>();
        for (Kind kind : Kind.present()) {
            grounds.add(new Ground(kind, TestDatabase.POSTGRESQL));
            grounds.add(new Ground(kind, TestDatabase.MARIADB));
        }
        return grounds;
    }

    static List<Kind> kinds() {
        return Kind.present();
    }

    /** B43: each copy has another id at the broker, and the same of ours. */
    @ParameterizedTest
    @MethodSource("grounds")
    void messageSentThreeTimesHasOneEffect(Ground ground) throws Exception {
        Wire wire = ground.kind.shared();
        String group = Wire.fresh("points");
        try (Points points = new Points(ground.database);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            try (var consumer = wire.consume(place, points.yici().inbox(points.booking(group)))) {
                for (int i = 0; i < 3; i++) {
                    Sent.delivered(sender, Sent.message(place, "m-1", "k"));
                }
                Sent.delivered(sender, Sent.message(place, "m-2", "k"));
                Await.until("the last is booked", () -> points.booked(group).contains("m-2"));
                Await.until("all came", () -> points.deliveries("m-1") >= 3);
            }
            assertThat(points.booked(group)).containsExactly("m-1", "m-2");
        }
    }

    @ParameterizedTest
    @MethodSource("grounds")
    void consumerKilledBetweenCommitAndAcknowledgementHasNoSecondEffect(Ground ground) throws Exception {
        Wire wire = ground.kind.shared();
        String group = Wire.fresh("points");
        try (Points points = new Points(ground.database);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Sent.delivered(sender, Sent.message(place, "m-1", "k"));
            killConsumer(ground.kind, place, group, points, CrashPoint.AFTER_COMMIT);
            assertThat(points.booked(group)).containsExactly("m-1");
            try (var consumer = wire.consume(place, points.yici().inbox(points.booking(group)))) {
                Sent.delivered(sender, Sent.message(place, "m-2", "k"));
                Await.until("the first comes again", () -> points.deliveries("m-1") > 0);
                Await.until("the next is booked", () -> points.booked(group).contains("m-2"));
            }
            assertThat(points.booked(group)).containsExactly("m-1", "m-2");
        }
    }

    /** A message that was acknowledged before its commit would be lost here. */
    @ParameterizedTest
    @MethodSource("kinds")
    void consumerKilledBeforeTheCommitHasNotAcknowledged(Kind kind) throws Exception {
        Wire wire = kind.shared();
        String group = Wire.fresh("points");
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Sent.delivered(sender, Sent.message(place, "m-1", "k"));
            killConsumer(kind, place, group, points, CrashPoint.BEFORE_COMMIT);
            assertThat(points.booked(group)).isEmpty();
            try (var consumer = wire.consume(place, points.yici().inbox(points.booking(group)))) {
                Sent.delivered(sender, Sent.message(place, "m-2", "k"));
                Await.until("the next is booked", () -> points.booked(group).contains("m-2"));
            }
            assertThat(points.booked(group)).containsExactly("m-1", "m-2");
        }
    }

    /** Runs one until it dies there. */
    private static void killConsumer(Kind kind, String place, String group, Points points, CrashPoint point)
            throws Exception {
        Process killed = killedConsumer(kind, place, group, points, point);
        try {
            assertThat(killed.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(killed.exitValue()).isEqualTo(KilledConsumer.HALTED);
        } finally {
            killed.destroyForcibly();
        }
    }

    private static Process killedConsumer(Kind kind, String place, String group, Points points, CrashPoint point)
            throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.home=" + System.getProperty("user.home"),
                        "-cp",
                        classPath,
                        KilledConsumer.class.getName(),
                        kind.name(),
                        kind.sharedAddress(),
                        place,
                        group,
                        points.database().jdbcUrl(),
                        points.database().user(),
                        points.database().password(),
                        point.name()))
                .redirectErrorStream(true)
                .redirectOutput(Path.of("target", "killed-" + group + ".log").toFile())
                .start();
    }

    /** I5. */
    @ParameterizedTest
    @MethodSource("kinds")
    void groupsEachHandleEachMessageOnce(Kind kind) throws Exception {
        Wire wire = kind.shared();
        String one = Wire.fresh("one");
        String two = Wire.fresh("two");
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            String another = wire.placeForAnotherGroup(place);
            try (var first = wire.consume(place, points.yici().inbox(points.booking(one)));
                    var second = wire.consume(another, points.yici().inbox(points.booking(two)))) {
                String destination = kind == Kind.RABBITMQ ? place + "/" : place;
                for (int i = 0; i < 5; i++) {
                    Sent.delivered(sender, Sent.message(destination, "m-" + i, "k"));
                }
                Await.until(
                        "both have booked",
                        () -> points.booked(one).size() >= 5
                                && points.booked(two).size() >= 5);
            }
            assertThat(points.booked(one)).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4");
            assertThat(points.booked(two)).containsExactly("m-0", "m-1", "m-2", "m-3", "m-4");
        }
    }

    /**
     * Without a hot loop: no try comes before its time; and the next of the key waits. It comes after the first try:
     * two that are read together are tried together, and then at once each alone.
     */
    @ParameterizedTest
    @MethodSource("kinds")
    void messageThatFailsComesAgainAfterItsTimeAndBeforeTheNext(Kind kind) throws Exception {
        Wire wire = kind.shared();
        String group = Wire.fresh("points");
        Duration pause = Duration.ofMillis(700);
        List<Long> tries = new CopyOnWriteArrayList<>();
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Inbox inbox = points.yici()
                    .inbox(points.booking(group, message -> {
                                if ("m-1".equals(message.header(MessageHeaders.MESSAGE_ID))) {
                                    tries.add(System.nanoTime());
                                    if (tries.size() < 4) {
                                        throw new IllegalStateException("not yet");
                                    }
                                }
                                Points.book(points.yici(), group, message);
                            })
                            .tries(20)
                            .retryAfter(pause, pause));
            try (var consumer = wire.consume(place, inbox)) {
                Sent.delivered(sender, Sent.message(place, "m-1", "k"));
                Await.until("the first is tried", () -> !tries.isEmpty());
                Sent.delivered(sender, Sent.message(place, "m-2", "k"));
                Await.until("both are booked", () -> points.booked(group).size() == 2);
            }
            assertThat(points.booked(group)).containsExactly("m-1", "m-2");
            assertThat(Duration.ofNanos(tries.get(3) - tries.get(0))).isGreaterThan(Duration.ofMillis(1_000));
        }
    }

    /** B41: while the first delivery runs elsewhere, the redelivery neither runs, nor fails, nor spins. */
    @ParameterizedTest
    @MethodSource("kinds")
    void redeliveryWaitsWhileTheFirstRuns(Kind kind) throws Exception {
        Wire wire = kind.shared();
        String group = Wire.fresh("points");
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Inbox elsewhere = points.yici().inbox(points.booking(group, message -> {
                running.countDown();
                release.await();
                Points.book(points.yici(), group, message);
            }));
            CompletableFuture<Handled> first = CompletableFuture.supplyAsync(() ->
                    elsewhere.handle(Received.of(place, "m-1".getBytes(StandardCharsets.UTF_8))
                            .headers(Map.of(MessageHeaders.MESSAGE_ID, "m-1"))
                            .orderedBy("k")));
            assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
            try (var consumer = wire.consume(place, points.yici().inbox(points.booking(group)))) {
                Sent.delivered(sender, Sent.message(place, "m-1", "k"));
                Await.until("it has come three times more", () -> points.deliveries("m-1") >= 4);
                release.countDown();
                assertThat(first.get(30, TimeUnit.SECONDS)).isInstanceOf(Handled.Applied.class);
                Sent.delivered(sender, Sent.message(place, "m-2", "k"));
                Await.until("the next is booked", () -> points.booked(group).contains("m-2"));
            } finally {
                release.countDown();
            }
            assertThat(points.booked(group)).containsExactly("m-1", "m-2");
            assertThat(points.yici().inbox(points.booking(group)).parked().list(10))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void messageGivenUpLiesWhereTheBrokerKeepsDeadLetters(Kind kind) throws Exception {
        Wire wire = kind.shared();
        String group = Wire.fresh("points");
        try (Points points = new Points(TestDatabase.POSTGRESQL);
                MessageSender sender = wire.sender()) {
            String place = wire.place();
            Inbox inbox = points.yici()
                    .inbox(points.booking(group, message -> {
                                if ("bad".equals(message.header(MessageHeaders.MESSAGE_ID))) {
                                    throw new IllegalStateException("unreadable");
                                }
                                Points.book(points.yici(), group, message);
                            })
                            .tries(1)
                            .exhausted(Exhausted.DEAD_LETTER));
            try (var consumer = wire.consume(place, inbox)) {
                Sent.delivered(sender, Sent.message(place, "bad", "k"));
                Sent.delivered(sender, Sent.message(place, "good", "k"));
                Await.until("the next is booked", () -> points.booked(group).contains("good"));
            }
            List<String> dead = new ArrayList<>();
            Await.until("it lies there", () -> {
                dead.addAll(wire.deadLetters(place, group));
                return !dead.isEmpty();
            });
            assertThat(dead).containsOnly("bad");
            assertThat(points.booked(group)).containsExactly("good");
        }
    }
}
