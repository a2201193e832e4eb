package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static io.yici.proof.ScriptedBroker.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.jdbc.JdbcYici;
import io.yici.outbox.Message;
import io.yici.outbox.MessageSender;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import io.yici.proof.Wiretap.Moment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens to a key while a relay goes on holding its part: cases O4, O5, O15. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class RelayTurnTest {
    private static final RelaySettings LONG_WAITS =
            Postbox.QUICK.backoff(Duration.ofMinutes(10), Duration.ofMinutes(20));

    @Parameter
    Ground ground;

    private static Postbox postbox;

    private final ScriptedBroker broker = new ScriptedBroker();
    private final CompletableFuture<SendResult> hanging = new CompletableFuture<>();

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        postbox = Postbox.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    @BeforeEach
    @AfterEach
    void empty() {
        postbox.execute("DELETE FROM yici_outbox");
    }

    @Test
    void whatComesBehindAParkedOneIsHeldAndAResendIsSeenWhileThePartIsHeld() {
        AtomicBoolean mended = new AtomicBoolean();
        broker.within(Duration.ofSeconds(15))
                .doing(message -> switch (message.messageId().substring(0, 3)) {
                    case "han" -> hanging;
                    case "bad" -> done(mended.get() ? TAKEN : new SendResult.Refused("no"));
                    default -> done(TAKEN);
                });
        hangInEachPart();
        postbox.publishTogether(message("bad").orderedBy("a"), message("next").orderedBy("a"));
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK.tries(1))) {
            relay.start();
            Until.holds("it is parked", () -> postbox.count("held") == 1);
            postbox.publish(message("later").orderedBy("a"));
            Until.holds("the later one is held", () -> postbox.count("held") == 2);

            mended.set(true);
            assertThat(postbox.outbox.deadLetters().resend("bad", "anna", "mended"))
                    .isTrue();
            Until.holds("it is sent again", () -> broker.taken().contains("later"));
            hanging.complete(TAKEN);
            postbox.nothingWaits();
        }
        assertThat(broker.taken()).filteredOn(id -> !id.startsWith("hang")).containsExactly("bad", "next", "later");
        assertThat(postbox.count("held")).isZero();
    }

    @Test
    void whatFollowsOneThatWaitsForItsNextTryWaitsTooInEveryLook() {
        broker.answering(message -> message.messageId().equals("A") ? new SendResult.Refused("no") : TAKEN);
        postbox.publishTogether(message("A").orderedBy("k"), message("B").orderedBy("k"));
        try (Relay relay = postbox.outbox.relay(broker, LONG_WAITS.batch(1))) {
            relay.runOnce();
        }
        postbox.publish(message("C").orderedBy("k"), message("free"));
        for (int batch : new int[] {1, 2, 500}) {
            try (Relay relay = postbox.outbox.relay(broker, LONG_WAITS.batch(batch))) {
                relay.runOnce();
            }
        }
        assertThat(broker.sent()).containsExactly("A", "free");
    }

    /** A key that waits must not be read through, batch after batch, in every look. */
    @Test
    void whatWaitsBehindOneIsPassedOverAndNotRead() {
        broker.answering(message -> message.messageId().equals("w-0") ? new SendResult.Refused("no") : TAKEN);
        postbox.publishTogether(IntStream.range(0, 1000)
                .mapToObj(i -> message("w-" + i).orderedBy("k"))
                .toArray(Message[]::new));
        AtomicInteger reads = new AtomicInteger();
        try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, (moment, statements) -> {
                            String last = statements.get(statements.size() - 1);
                            if (moment == Moment.AFTER_STATEMENT
                                    && last.startsWith("select seq, ")
                                    && last.contains("seq >= ?")) {
                                reads.incrementAndGet();
                            }
                        }))
                        .withoutScheduledCleanUp()
                        .build();
                Relay relay = node.outbox().relay(broker, LONG_WAITS.batch(10))) {
            relay.runOnce();
            relay.runOnce();
        }
        assertThat(broker.sent()).containsExactly("w-0");
        assertThat(reads.get()).isBetween(1, 20);
    }

    /** The store was slow to renew the lease, so that what is next waits until it is renewed once more. */
    @Test
    void whatCouldOutliveTheLeaseIsNotBegun() {
        CompletableFuture<SendResult> first = new CompletableFuture<>();
        AtomicLong leaseLeft = new AtomicLong();
        broker.within(Duration.ofMillis(1000)).doing(message -> {
            if (message.messageId().equals("A")) {
                return first;
            }
            leaseLeft.set(postbox.number("SELECT MAX(lease_until) FROM yici_shard") - System.currentTimeMillis());
            return done(TAKEN);
        });
        postbox.publishTogether(message("A").orderedBy("k"), message("B").orderedBy("k"));
        AtomicBoolean armed = new AtomicBoolean(true);
        try (JdbcYici node = JdbcYici.on(Wiretap.on(postbox.pool, (moment, statements) -> {
                            if (moment == Moment.BEFORE_COMMIT
                                    && !broker.sent().isEmpty()
                                    && statements.stream()
                                            .anyMatch(sql -> sql.startsWith("update yici_shard set lease"))
                                    && armed.getAndSet(false)) {
                                first.complete(TAKEN);
                                long since = System.nanoTime();
                                Until.holds("it was slow", () -> System.nanoTime() - since > 900_000_000L);
                            }
                        }))
                        .withoutScheduledCleanUp()
                        .build();
                Relay relay = node.outbox().relay(broker, Postbox.QUICK.lease(Duration.ofMillis(1600)))) {
            relay.start();
            postbox.nothingWaits();
        }
        assertThat(armed.get()).isFalse();
        assertThat(broker.sent()).containsExactly("A", "B");
        assertThat(leaseLeft.get()).isGreaterThan(850);
    }

    /** A node leaves a part from time to time, and for a moment, in which the other comes to it. */
    @Test
    void aPartThatIsNeverIdleIsServedByBothNodesInTurnAndInOrder() {
        List<String> ids = IntStream.range(0, 1500).mapToObj(i -> "busy-" + i).toList();
        postbox.publishTogether(
                ids.stream().map(id -> message(id).orderedBy("k")).toArray(Message[]::new));
        broker.doing(
                message -> new CompletableFuture<SendResult>().completeOnTimeout(TAKEN, 10, TimeUnit.MILLISECONDS));
        AtomicInteger sentByOther = new AtomicInteger();
        try (Relay one = postbox.outbox.relay(broker, Postbox.QUICK);
                Relay other = postbox.outbox.relay(counting(sentByOther), Postbox.QUICK)) {
            one.start();
            Until.holds("it sends", () -> !broker.sent().isEmpty());
            other.start();
            Until.holds("the other comes to it", () -> sentByOther.get() > 0);
        }
        assertThat(broker.sent())
                .containsExactlyElementsOf(ids.subList(0, broker.sent().size()));
        assertThat(postbox.count("waiting")).isEqualTo(1500 - broker.taken().size());
    }

    private MessageSender counting(AtomicInteger sent) {
        return new MessageSender() {
            @Override
            public CompletionStage<SendResult> send(StoredMessage message) {
                sent.incrementAndGet();
                return broker.send(message);
            }

            @Override
            public Duration deliveryTimeout() {
                return broker.deliveryTimeout();
            }
        };
    }

    /** Keeps a hold on every part. */
    private static void hangInEachPart() {
        postbox.publishTogether(IntStream.range(0, 200)
                .mapToObj(i -> message("hang-" + i).orderedBy("hang-" + i))
                .toArray(Message[]::new));
        assertThat(postbox.number("SELECT COUNT(DISTINCT shard) FROM yici_outbox"))
                .isEqualTo(16);
    }
}
