package io.yici.proof;

import static io.yici.proof.Postbox.message;
import static io.yici.proof.ScriptedBroker.TAKEN;
import static io.yici.proof.ScriptedBroker.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.yici.Operation;
import io.yici.outbox.Message;
import io.yici.outbox.Relay;
import io.yici.outbox.RelaySettings;
import io.yici.outbox.SendResult;
import io.yici.outbox.StoredMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Order within a key, and nothing lost, whatever commits late, freezes or is taken over: case B46. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class RelayOrderTest {
    private static final RelaySettings SHORT_LEASE = Postbox.QUICK.lease(Duration.ofSeconds(1));

    @Parameter
    Ground ground;

    private static Postbox postbox;

    private final ScriptedBroker broker = new ScriptedBroker().within(Duration.ofMillis(500));

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        postbox = Postbox.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        postbox.close();
    }

    @BeforeEach
    void empty() {
        postbox.execute("DELETE FROM yici_outbox");
        postbox.execute("UPDATE yici_shard SET claim = '', lease_until = 0, mark = 0");
    }

    /** Cases O1, O6: on SQLite, where there is one writer, nothing overlaps. */
    @Test
    void whatCommitsLateUnderALowerSequenceIsSentAndWhatFollowsIsInOrder() throws Exception {
        assumeFalse(ground.hasOneWriter());
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Running<Boolean> late = publishing(message("late").orderedBy("k"), written, goOn);
        assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
        postbox.publish(message("early").orderedBy("k"));
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.runOnce();
            assertThat(broker.taken()).containsExactly("early");
            goOn.countDown();
            late.result();
            postbox.publish(message("after").orderedBy("k"));
            relay.runOnce();
        }
        assertThat(broker.taken()).containsExactly("early", "late", "after");
    }

    /** Case O7: below the mark, as when it commits long after the relay has gone past it. */
    @Test
    void whatCommitsBelowTheMarkIsFoundByTheSweep() {
        postbox.publish(message("below").orderedBy("k"));
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.runOnce();
            postbox.publish(message("lower").orderedBy("k"));
            postbox.execute("UPDATE yici_shard SET mark = 1000000000");
            relay.start();
            Until.holds("the sweep finds it", () -> broker.taken().contains("lower"));
        }
    }

    /** Case O6: what follows it was published after its commit, and the sweep has not come by yet. */
    @Test
    void whatCommitsBelowTheMarkIsSentBeforeWhatFollowsItWithoutASweep() {
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK.pollEvery(Duration.ofHours(1)))) {
            relay.runOnce();
            postbox.publishTogether(message("1").orderedBy("k"), message("2").orderedBy("k"), message("unordered"));
            postbox.execute("UPDATE yici_shard SET mark = (SELECT MAX(seq) + 1 FROM yici_outbox)");
            postbox.publishTogether(message("3").orderedBy("k"), message("4").orderedBy("k"));
            relay.runOnce();
        }
        assertThat(broker.taken()).filteredOn(id -> !id.equals("unordered")).containsExactly("1", "2", "3", "4");
    }

    /** Case O6: in the middle of a look, with others of the lane on their way. */
    @Test
    void whatCommitsBehindALookIsSentBeforeWhatFollowsIt() throws Exception {
        assumeFalse(ground.hasOneWriter());
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Running<Boolean> late = publishing(message("late").orderedBy("k"), written, goOn);
        assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<SendResult> answer = new CompletableFuture<>();
        broker.doing(message -> message.messageId().equals("first") ? answer : done(TAKEN));
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));
        try (Relay relay = postbox.outbox.relay(broker, Postbox.QUICK)) {
            relay.start();
            Until.holds("sent", () -> broker.sent().contains("first"));
            goOn.countDown();
            late.result();
            postbox.publish(message("after").orderedBy("k"));
            answer.complete(TAKEN);
            Until.holds("all is sent", () -> postbox.count("waiting") == 0);
        }
        assertThat(broker.taken()).hasSize(4).containsSubsequence("first", "second", "after");
        assertThat(broker.taken()).containsSubsequence("late", "after");
    }

    /** Case O8. */
    @Test
    void aRelayWhosePartWasTakenChangesNothing() {
        CompletableFuture<SendResult> hanging = new CompletableFuture<>();
        broker.doing(message -> hanging);
        postbox.publishTogether(
                message("first").orderedBy("k"), message("second").orderedBy("k"));
        Relay overtaken = postbox.outbox.relay(broker, SHORT_LEASE);
        overtaken.start();
        Until.holds("sent", () -> broker.sent().size() == 1);

        postbox.execute(
                "UPDATE yici_shard SET claim = 'another', lease_until = lease_until + 600000" + " WHERE claim <> ''");
        hanging.complete(TAKEN);
        overtaken.close();

        // By its own clock its lease was not over, so it may have sent the second: again under the same id.
        assertThat(broker.sent()).startsWith("first");
        assertThat(postbox.count("waiting")).isEqualTo(2);
        assertThat(postbox.number("SELECT COUNT(*) FROM yici_shard WHERE claim = 'another'"))
                .isEqualTo(1);
    }

    /** Case O10: the relay's thread stands in the sender, past its lease. */
    @Test
    void whatAFrozenRelayHeldIsSentByAnotherInOrderAndAgainUnderTheSameIds() throws Exception {
        CountDownLatch thaw = new CountDownLatch(1);
        ScriptedBroker frozen = new ScriptedBroker()
                .within(Duration.ofMillis(500))
                .doing(message -> {
                    awaitQuietly(thaw);
                    return done(TAKEN);
                });
        postbox.publishTogether(
                message("1").orderedBy("k"),
                message("2").orderedBy("k"),
                message("3").orderedBy("k"));
        Relay first = postbox.outbox.relay(frozen, SHORT_LEASE);
        first.start();
        Until.holds("sent", () -> frozen.sent().size() == 1);
        try (Relay second = postbox.outbox.relay(broker, SHORT_LEASE)) {
            second.start();
            Until.holds("taken over", () -> postbox.count("waiting") == 0);
        }
        thaw.countDown();
        first.close();

        assertThat(broker.taken()).containsExactly("1", "2", "3");
        assertThat(frozen.sent()).containsExactly("1");
    }

    /** Case O23: several relays and writers at once; nothing lost, nothing twice, order per key. */
    @Test
    void fourRelaysAtOnceKeepTheOrderOfEachKey() throws Exception {
        List<Relay> relays = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            relays.add(postbox.outbox.relay(broker.within(Duration.ofSeconds(5)), Postbox.QUICK.batch(7)));
        }
        relays.forEach(Relay::start);
        List<Running<Boolean>> writers = new ArrayList<>();
        for (int writer = 0; writer < 3; writer++) {
            int number = writer;
            writers.add(Running.of(() -> {
                for (int i = 0; i < 40; i++) {
                    String key = number + "-" + i % 4;
                    postbox.publish(message(key + "#" + (100 + i)).orderedBy(key));
                }
                return true;
            }));
        }
        for (Running<Boolean> writer : writers) {
            writer.result();
        }
        Until.holds("all is sent", () -> postbox.count("waiting") == 0);
        relays.forEach(Relay::close);

        assertThat(broker.sent()).hasSize(120).doesNotHaveDuplicates();
        assertInOrder(broker.taken());
    }

    /** Case O25: relays that are dropped in the middle, and senders that fail by chance. */
    @Test
    void whateverFailsNothingIsLostAndFirstDeliveriesAreInOrder() {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String key = "k" + random.nextInt(5);
            String id = key + "#" + (100 + i);
            ids.add(id);
            postbox.publish(message(id).orderedBy(key));
        }
        for (int round = 0; round < 6; round++) {
            int dies = random.nextInt(20);
            int[] count = {0};
            ScriptedBroker failing = new ScriptedBroker().within(Duration.ofMillis(500));
            failing.answering(message -> {
                if (count[0]++ == dies) {
                    Thread.currentThread().interrupt(); // the relay stops in the middle, with what it holds
                }
                return switch (random.nextInt(6)) {
                    case 0 -> new SendResult.Refused("by chance");
                    case 1 -> new SendResult.Unreachable("by chance");
                    case 2 -> lostAnswer(taken, message);
                    default -> take(taken, message);
                };
            });
            postbox.outbox
                    .relay(failing, SHORT_LEASE.tries(1000).batch(1 + random.nextInt(9)))
                    .runOnce();
            Thread.interrupted();
            // Its lease is over.
            postbox.execute("UPDATE yici_shard SET lease_until = 0");
        }
        try (Relay relay = postbox.outbox.relay(broker.answering(message -> take(taken, message)), SHORT_LEASE)) {
            relay.start();
            Until.holds("all is sent, seed " + seed, () -> postbox.count("waiting") == 0);
        }

        assertThat(taken).as("seed " + seed).containsOnlyElementsOf(ids).containsAll(ids);
        assertInOrder(new ArrayList<>(new LinkedHashSet<>(taken)));
    }

    private static SendResult take(List<String> taken, StoredMessage message) {
        taken.add(message.messageId());
        return TAKEN;
    }

    private static SendResult lostAnswer(List<String> taken, StoredMessage message) {
        taken.add(message.messageId());
        return new SendResult.Refused("the answer was lost");
    }

    private static void assertInOrder(List<String> ids) {
        Map<String, List<String>> byKey = new TreeMap<>();
        for (String id : ids) {
            byKey.computeIfAbsent(id.substring(0, id.indexOf('#')), key -> new ArrayList<>())
                    .add(id);
        }
        assertThat(byKey.values())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each).isSorted());
    }

    private static Running<Boolean> publishing(Message message, CountDownLatch written, CountDownLatch goOn) {
        return Running.of(() -> {
            postbox.yici.once(
                    Operation.named("order.create")
                            .by("bob")
                            .key(UUID.randomUUID().toString()),
                    "request",
                    String.class,
                    connection -> {
                        postbox.outbox.publish(message);
                        written.countDown();
                        awaitQuietly(goOn);
                        return "done";
                    });
            return true;
        });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
