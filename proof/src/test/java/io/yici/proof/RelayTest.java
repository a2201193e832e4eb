package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static io.yici.proof.ScriptedBroker.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.outbox.DeadLetter;
import io.yici.outbox.DeadLetters;
import io.yici.outbox.Message;
import io.yici.outbox.MessageSender;
import io.yici.outbox.OutboxSettings;
import io.yici.outbox.Relay;
import io.yici.outbox.RelayRound;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a relay does with senders that fail, hang or cannot reach their broker. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class RelayTest {
    private static final SendResult REFUSED = new SendResult.Refused("no");
    private static final SendResult UNREACHABLE = new SendResult.Unreachable("down");

    @Parameter
    Ground ground;

    private static Postbox postbox;

    private final ScriptedBroker broker = new ScriptedBroker();

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

    /** Case O3. */
    @Test
    void aKeyWhoseSendingHangsKeepsOnlyItsOwnMessagesWaiting() {
        CompletableFuture<SendResult> hanging = new CompletableFuture<>();
        broker.doing(message -> message.messageId().equals("hung-0") ? hanging : done(TAKEN));
        postbox.publishTogether(IntStream.range(0, 2000)
                .mapToObj(i -> message("hung-" + i).orderedBy("hung"))
                .toArray(Message[]::new));
        List<String> others = IntStream.range(0, 40).mapToObj(i -> "other-" + i).toList();
        postbox.publishTogether(
                others.stream().map(id -> message(id).orderedBy("key of " + id)).toArray(Message[]::new));

        try (Relay relay = postbox.outbox.relay(broker.within(Duration.ofSeconds(15)), Postbox.QUICK);
                Relay second = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.start();
            second.start();
            Until.holds("others flow", () -> broker.taken().containsAll(others));
            assertThat(broker.sent()).filteredOn(id -> id.startsWith("hung")).containsExactly("hung-0");
            hanging.complete(TAKEN);
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);
        }
        assertThat(broker.taken())
                .filteredOn(id -> id.startsWith("hung"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 2000).mapToObj(i -> "hung-" + i).toList());
    }

    /** Case O4. */
    @Test
    void aHeadThatAlwaysFailsIsParkedAndHoldsOnlyItsKey() {
        broker.answering(refusing(message -> message.messageId().equals("bad")));
        postbox.publishTogether(
                message("bad").orderedBy("a"),
                message("behind-1").orderedBy("a"),
                message("behind-2").orderedBy("a"),
                message("free").orderedBy("b"));

        RelayRound round = relayUntilQuiet();

        assertThat(round.parked()).isEqualTo(1);
        assertThat(broker.sent()).containsExactlyInAnyOrder("bad", "bad", "bad", "free");
        DeadLetter letter = postbox.outbox.deadLetters().find("bad").orElseThrow();
        assertThat(postbox.outbox.deadLetters().list(10)).containsExactly(letter);
        assertThat(letter.tries()).isEqualTo(3);
        assertThat(letter.reason()).isEqualTo("no");
        assertThat(letter.orderingKey()).isEqualTo("a");
        assertThat(letter.waitingBehind()).isEqualTo(2);

        broker.answering(message -> TAKEN);
        assertThat(letters().resend("bad", "anna", "mended")).isTrue();
        assertThat(letters().resend("bad", "anna", "mended")).isFalse();
        relayUntilQuiet();

        assertThat(broker.taken()).containsExactly("free", "bad", "behind-1", "behind-2");
        assertThat(letters().list(10)).isEmpty();
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_audit WHERE action = 'resend' AND reason = 'mended'"))
                .isEqualTo(1);
    }

    @Test
    void aDroppedHeadLetsThoseBehindItGoInOrder() {
        broker.answering(refusing(message -> message.messageId().equals("bad")));
        postbox.publishTogether(
                message("bad").orderedBy("a"),
                message("next-1").orderedBy("a"),
                message("next-2").orderedBy("a"));
        relayUntilQuiet();
        postbox.publish(message("next-3").orderedBy("a"));
        relayUntilQuiet();

        assertThat(broker.taken()).isEmpty();
        assertThat(letters().drop("bad", "anna", "not wanted")).isTrue();
        relayUntilQuiet();

        assertThat(broker.taken()).containsExactly("next-1", "next-2", "next-3");
        assertThat(letters().find("bad")).isEmpty();
    }

    /** Case O5. */
    @Test
    void theSecondOfAKeyWaitsForTheFirstToBeTriedAgain() {
        AtomicInteger failures = new AtomicInteger();
        broker.answering(refusing(message -> message.messageId().equals("A") && failures.getAndIncrement() == 0));
        postbox.publishTogether(message("A").orderedBy("k"), message("B").orderedBy("k"));

        relayUntilQuiet();

        assertThat(broker.sent()).containsExactly("A", "A", "B");
    }

    /** Case O13. */
    @Test
    void theWaitAfterAFailureCountsFromTheLastTry() {
        broker.answering(message -> REFUSED);
        postbox.publish(message("old"));
        postbox.execute("UPDATE yici_outbox SET created_at = created_at - 3600000");

        RelaySettings slow = Postbox.QUICK.backoff(Duration.ofMinutes(10), Duration.ofMinutes(20));
        try (Relay relay = postbox.outbox.relay(broker, slow)) {
            relay.runOnce();
            relay.runOnce();
        }

        assertThat(broker.sent()).containsExactly("old");
        assertThat(postbox.number("SELECT next_try_at - last_try_at FROM yici_outbox"))
                .isBetween(300_000L, 600_000L);
    }

    /** Case O15: what is under way is not parked, so a person's act finds nothing to begin. */
    @Test
    void aResendAskedForWhileTheFirstSendRunsBeginsNoSecond() {
        CompletableFuture<SendResult> hanging = new CompletableFuture<>();
        broker.doing(message -> hanging);
        postbox.publish(message("slow"));
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.start();
            Until.holds("sent", () -> broker.sent().size() == 1);
            assertThat(letters().resend("slow", "anna", "impatient")).isFalse();
            relay.wake();
            hanging.complete(TAKEN);
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);
        }
        assertThat(broker.sent()).containsExactly("slow");
    }

    /** Case O18. */
    @Test
    void aBrokerThatIsDownBurnsNoTriesAndGetsAllInOrderAfterwards() {
        AtomicBoolean up = new AtomicBoolean();
        broker.answering(message -> up.get() ? TAKEN : UNREACHABLE);
        List<String> ids = IntStream.range(0, 20).mapToObj(i -> "down-" + i).toList();
        postbox.publishTogether(
                ids.stream().map(id -> message(id).orderedBy("k")).toArray(Message[]::new));
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.start();
            Until.holds("sent", () -> broker.sent().size() > 20);
            assertThat(postbox.number("SELECT MAX(tries) FROM yici_outbox")).isZero();
            up.set(true);
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);
        }
        assertThat(broker.taken()).containsExactlyElementsOf(ids);
        assertThat(letters().list(10)).isEmpty();
    }

    /** Case O19. */
    @Test
    void onlyWhatWasRefusedIsSentAgain() {
        AtomicInteger count = new AtomicInteger();
        broker.answering(message -> count.getAndIncrement() < 6 ? TAKEN : UNREACHABLE);
        List<String> ids = IntStream.range(0, 10).mapToObj(i -> "part-" + i).toList();
        postbox.publishTogether(ids.stream().map(Postbox::message).toArray(Message[]::new));
        runOnce();
        List<String> first = List.copyOf(broker.taken());
        assertThat(first).hasSize(6);
        assertThat(postbox.count("waiting")).isEqualTo(4);

        broker.answering(message -> TAKEN);
        int before = broker.sent().size();
        relayUntilQuiet();

        assertThat(broker.sent().subList(before, broker.sent().size()))
                .hasSize(4)
                .doesNotContainAnyElementsOf(first);
        assertThat(broker.taken()).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void aSenderThatThrowsOrFailsBurnsATry() {
        AtomicInteger count = new AtomicInteger();
        broker.doing(message -> switch (count.getAndIncrement()) {
            case 0 -> throw new IllegalStateException("thrown");
            case 1 -> CompletableFuture.failedFuture(new IllegalStateException("failed"));
            default -> done(TAKEN);
        });
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));

        relayUntilQuiet();

        assertThat(broker.sent()).containsExactly("first", "first", "first", "second");
    }

    /** A stage that calls back twice, as one that is not of the JDK may. */
    @Test
    void aSenderThatAnswersTwiceIsHeardOnce() {
        broker.doing(message -> message.messageId().equals("first") ? new Twice() : done(REFUSED));
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));

        RelayRound round = relayUntilQuiet();

        assertThat(round.delivered()).isEqualTo(1);
        assertThat(round.parked()).isEqualTo(1);
        assertThat(broker.sent()).containsExactly("first", "second", "second", "second");
        assertThat(letters().list(10)).extracting(DeadLetter::messageId).containsExactly("second");
    }

    @Test
    void aSenderThatGivesNoAnswerOrAnErrorBurnsATryAndKeepsTheOthersGoing() {
        MessageSender broken = new MessageSender() {
            @Override
            @SuppressWarnings("NullAway") // what is tried here
            public CompletionStage<SendResult> send(StoredMessage message) {
                return switch (message.messageId()) {
                    case "null" -> null;
                    case "error" -> throw new NoClassDefFoundError("a client's class");
                    default -> broker.send(message);
                };
            }

            @Override
            public Duration deliveryTimeout() {
                return Duration.ofSeconds(5);
            }
        };
        postbox.publishTogether(message("null"), message("error"), message("good"));

        try (Relay relay = postbox.outbox.relay(broken, Postbox.QUICK)) {
            relay.start();
            Until.holds("nothing waits", () -> postbox.count("waiting") == 0);
        }

        assertThat(broker.taken()).containsExactly("good");
        assertThat(letters().list(10)).extracting(DeadLetter::messageId).containsExactly("null", "error");
    }

    @Test
    void aSenderThatNeverAnswersBurnsATryAndItsLateAnswerIsPassedOver() {
        List<CompletableFuture<SendResult>> answers = new ArrayList<>();
        broker.within(Duration.ofMillis(50)).doing(message -> {
            CompletableFuture<SendResult> answer = new CompletableFuture<>();
            answers.add(answer);
            return answers.size() == 1 ? answer : done(REFUSED);
        });
        postbox.publish(message("silent"));

        RelayRound round = relayUntilQuiet();
        answers.get(0).complete(TAKEN);

        assertThat(round.parked()).isEqualTo(1);
        assertThat(letters().find("silent").orElseThrow().tries()).isEqualTo(3);
    }

    /** Case O22, small: kept for a time, then removed in batches. */
    @Test
    void whatWasSentIsKeptForItsTimeAndThenRemoved() throws SQLException {
        try (Postbox keeping = Postbox.open(ground, new OutboxSettings(Duration.ofHours(1)))) {
            keeping.publishTogether(
                    IntStream.range(0, 1500).mapToObj(i -> message("kept-" + i)).toArray(Message[]::new));
            try (Relay relay = keeping.outbox.relay(broker, Postbox.QUICK)) {
                relay.runOnce();
            }
            assertThat(keeping.count("sent")).isEqualTo(1500);
            assertThat(keeping.publishTogether(message("kept-0")).get(0).written())
                    .isFalse();
            keeping.yici.cleanup().runUntilDone(100);
            assertThat(keeping.count("sent")).isEqualTo(1500);

            keeping.execute("UPDATE yici_outbox SET keep_until = keep_until - 3600001");
            keeping.publish(message("new"));
            keeping.yici.cleanup().runUntilDone(100);

            assertThat(keeping.count("sent")).isZero();
            assertThat(keeping.count("waiting")).isEqualTo(1);
        }
    }

    @Test
    void aRelayThatIsClosedFinishesWhatIsUnderWayAndGivesItsPartsBack() {
        CompletableFuture<SendResult> hanging = new CompletableFuture<>();
        broker.doing(message -> message.messageId().equals("first") ? hanging : done(TAKEN));
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));
        Relay relay = postbox.outbox.relay(broker, Postbox.QUICK);
        relay.start();
        Until.holds("sent", () -> broker.sent().size() == 1);

        Running<Boolean> closing = Running.of(() -> {
            relay.close();
            return true;
        });
        hanging.complete(TAKEN);
        Until.holds("closed", closing.task()::isDone);

        assertThat(postbox.number("SELECT COUNT(*) FROM yici_shard WHERE claim <> ''"))
                .isZero();
        relayUntilQuiet();
        assertThat(broker.taken()).containsExactly("first", "second");
        assertThat(broker.sent()).containsExactly("first", "second");
    }

    @Test
    void aCommitWakesTheRelayOfItsProcess() {
        RelaySettings rare = RelaySettings.defaults().pollEvery(Duration.ofHours(1));
        try (Relay relay = postbox.outbox.relay(broker, rare)) {
            relay.start();
            for (String id : List.of("wake-1", "wake-2")) {
                postbox.publish(message(id));
                Until.holds("taken", () -> broker.taken().contains(id));
            }
        }
    }

    private static final class Twice extends CompletableFuture<SendResult> {
        Twice() {
            complete(TAKEN);
        }

        @Override
        public CompletableFuture<SendResult> whenComplete(BiConsumer<? super SendResult, ? super Throwable> action) {
            super.whenComplete(action);
            super.whenComplete(action);
            return this;
        }
    }

    private static Function<StoredMessage, SendResult> refusing(Predicate<StoredMessage> which) {
        return message -> which.test(message) ? REFUSED : TAKEN;
    }

    private static DeadLetters letters() {
        return postbox.outbox.deadLetters();
    }

    private void runOnce() {
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.runOnce();
        }
    }

    /** Runs until nothing waits, and adds up. */
    private RelayRound relayUntilQuiet() {
        int[] sums = new int[3];
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            Until.holds("nothing waits", () -> {
                RelayRound round = relay.runOnce();
                sums[0] += round.delivered();
                sums[1] += round.failed();
                sums[2] += round.parked();
                return postbox.count("waiting") == 0;
            });
        }
        return new RelayRound(sums[0], sums[1], sums[2]);
    }
}
