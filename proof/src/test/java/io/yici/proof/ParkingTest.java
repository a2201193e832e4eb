package io.yici.proof;

import static io.yici.proof.Mailroom.keyOf;
import static io.yici.proof.Mailroom.message;
import static io.yici.proof.Mailroom.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Applied;
import io.yici.inbox.Handled.Duplicate;
import io.yici.inbox.Handled.Parked;
import io.yici.inbox.Inbox;
import io.yici.inbox.ParkedMessage;
import io.yici.inbox.ParkedMessage.State;
import io.yici.inbox.Received;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be handled is parked, and order is kept around it. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class ParkingTest {
    @Parameter
    Ground ground;

    private static Mailroom mailroom;

    private final String lane = "lane-" + UUID.randomUUID();
    private final AtomicBoolean broken = new AtomicBoolean(true);
    private final AtomicInteger runs = new AtomicInteger();

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        mailroom = Mailroom.open(given);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        mailroom.close();
    }

    @AfterEach
    void clear() {
        mailroom.execute("delete from yici_parked");
    }

    @Test
    void laterOnesOfTheOrderingKeyParkBehindAndOthersGoOn() {
        Inbox inbox = inbox();
        assertThat(inbox.handle(place(1))).isInstanceOf(Parked.class);
        assertThat(inbox.handle(place(2))).isInstanceOf(Parked.class);
        assertThat(inbox.handle(message(lane + "-other").orderedBy(lane + "-other")))
                .isEqualTo(new Applied());
        assertThat(inbox.handle(message(lane + "-unordered"))).isEqualTo(new Applied());
        assertThat(states(inbox)).containsExactly(State.PARKED, State.BEHIND);
        assertThat(mailroom.effects(lane)).isEmpty();
        assertThat(inbox.handle(place(2))).isInstanceOf(Parked.class);
        assertThat(states(inbox)).hasSize(2);
    }

    @Test
    void aBatchParksBehindInItsOrder() {
        Inbox inbox = inbox();
        inbox.handle(place(1));
        List<Handled> handled = inbox.handleAll(List.of(place(2), message(lane + "-free"), place(3), place(4)));
        assertThat(handled.get(1)).isEqualTo(new Applied());
        assertThat(handled).filteredOn(Parked.class::isInstance).hasSize(3);
        broken.set(false);
        resendFirst(inbox);
        assertThat(inbox.runReleased()).isEqualTo(4);
        assertThat(mailroom.effects(lane)).containsExactly(lane + 1, lane + 2, lane + 3, lane + 4);
    }

    @Test
    void resendRunsTheParkedOneAndThenThoseBehindItInOrder() {
        Inbox inbox = inbox();
        for (int place = 1; place <= 5; place++) {
            inbox.handle(place(place));
        }
        broken.set(false);
        resendFirst(inbox);
        assertThat(inbox.handle(place(6))).isInstanceOf(Parked.class);
        assertThat(inbox.runReleased()).isEqualTo(6);
        assertThat(mailroom.effects(lane)).containsExactly(lane + 1, lane + 2, lane + 3, lane + 4, lane + 5, lane + 6);
        assertThat(mailroom.kept()).isZero();
        assertThat(inbox.handle(place(3))).isEqualTo(new Duplicate(false));
        assertThat(inbox.handle(place(7))).isEqualTo(new Applied());
        assertThat(mailroom.texts("select action from yici_audit where reason = '" + lane + "'"))
                .containsExactly("resend");
    }

    @Test
    void whatIsStillBrokenIsParkedAgainAfterItsTries() {
        Inbox inbox = inbox();
        inbox.handle(place(1));
        inbox.handle(place(2));
        int before = runs.get();
        resendFirst(inbox);
        waitUntilNothingIsReleased(inbox);
        assertThat(runs.get() - before).isEqualTo(3);
        assertThat(states(inbox)).containsExactly(State.PARKED, State.BEHIND);
        assertThat(inbox.parked().list(1).get(0).reason()).contains("broken");
    }

    @Test
    void dropTakesOneForHandledAndLetsThoseBehindItFollow() {
        Inbox inbox = inbox();
        for (int place = 1; place <= 3; place++) {
            inbox.handle(place(place));
        }
        broken.set(false);
        String first = inbox.parked().list(1).get(0).id();
        assertThat(inbox.parked().drop(first, "alice", lane)).isTrue();
        assertThat(inbox.parked().drop(first, "alice", lane)).isFalse();
        inbox.runReleased();
        assertThat(mailroom.effects(lane)).containsExactly(lane + 2, lane + 3);
        assertThat(inbox.handle(place(1))).isInstanceOf(Duplicate.class);
        assertThat(mailroom.texts("select action from yici_audit where reason = '" + lane + "'"))
                .containsExactly("drop");
    }

    @Test
    void theParkedOneTellsHowManyWaitBehindIt() {
        Inbox inbox = inbox();
        for (int place = 1; place <= 4; place++) {
            inbox.handle(place(place));
        }
        inbox.handle(message(lane + "-other").orderedBy(lane + "-other"));
        assertThat(behind(inbox)).containsExactly(3L, 0L, 0L, 0L);
        resendFirst(inbox);
        assertThat(behind(inbox)).as("while it is released").containsExactly(3L, 0L, 0L, 0L);
        String first = inbox.parked().list(1).get(0).id();
        assertThat(inbox.parked().find(first))
                .hasValueSatisfying(found -> assertThat(found.waitingBehind()).isEqualTo(3));
        inbox.parked().drop(first, "alice", lane);
        assertThat(behind(inbox)).as("the next one leads").containsExactly(2L, 0L, 0L);
    }

    private static List<Long> behind(Inbox inbox) {
        return inbox.parked().list(1000).stream()
                .map(ParkedMessage::waitingBehind)
                .toList();
    }

    @Test
    void oneBehindAnotherIsNotSentAgainByItself() {
        Inbox inbox = inbox();
        inbox.handle(place(1));
        inbox.handle(place(2));
        ParkedMessage behind = inbox.parked().list(10).get(1);
        assertThat(inbox.parked().resend(behind.id(), "alice", lane)).isFalse();
        assertThat(inbox.parked().find(behind.id())).isPresent();
        assertThat(inbox.parked().find("0".repeat(64))).isEmpty();
        assertThat(inbox.parked().find("no id")).isEmpty();
    }

    /** A worker dies after it has taken a message up: another goes on after its turn, and nothing is run twice. */
    @Test
    void anotherWorkerGoesOnWhereOneDied() {
        Inbox inbox = inbox();
        for (int place = 1; place <= 3; place++) {
            inbox.handle(place(place));
        }
        broken.set(false);
        resendFirst(inbox);
        // As the process leaves it that dies in the handler of the first one.
        mailroom.execute("update yici_parked set tries = tries + 1, next_try_at = next_try_at + 60000"
                + " where state = 'released'");
        assertThat(inbox.runReleased()).isZero();
        mailroom.execute("update yici_parked set next_try_at = next_try_at - 60000 where state = 'released'");
        assertThat(inbox.runReleased()).isEqualTo(3);
        assertThat(mailroom.effects(lane)).containsExactly(lane + 1, lane + 2, lane + 3);
    }

    /** The last one of a lane ended while the next was being kept behind it. */
    @Test
    void oneKeptBehindNothingIsRunAfterAll() {
        Inbox inbox = inbox();
        inbox.handle(place(1));
        inbox.handle(place(2));
        broken.set(false);
        mailroom.execute("delete from yici_parked where state = 'parked'");
        assertThat(inbox.handle(place(3))).isInstanceOf(Parked.class);
        assertThat(inbox.runReleased()).isEqualTo(2);
        assertThat(mailroom.effects(lane)).containsExactly(lane + 2, lane + 3);
    }

    @Test
    void theWorkerRunsWhatIsReleased() {
        try (Inbox inbox = inbox()) {
            inbox.handle(place(1));
            broken.set(false);
            inbox.start(Duration.ofMillis(10));
            resendFirst(inbox);
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (mailroom.effects(lane).isEmpty() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(mailroom.effects(lane)).containsExactly(lane + 1);
        }
    }

    /** Two workers share a lane without ever running one of it twice or before its turn. */
    @Test
    void workersOnSeveralNodesKeepTheOrder() {
        Inbox inbox = inbox();
        for (int place = 1; place <= 20; place++) {
            inbox.handle(place(place));
        }
        broken.set(false);
        resendFirst(inbox);
        List<io.yici.test.Race.Finish<Boolean>> finishes = io.yici.test.Race.within(Duration.ofSeconds(60))
                .run(3, runner -> () -> {
                    waitUntilNothingIsReleased(inbox);
                    return true;
                });
        assertThat(finishes).allMatch(io.yici.test.Race.Finish::returned);
        waitUntilNothingIsReleased(inbox);
        assertThat(mailroom.effects(lane))
                .isEqualTo(java.util.stream.IntStream.rangeClosed(1, 20)
                        .mapToObj(place -> lane + place)
                        .toList());
        assertThat(mailroom.kept()).isZero();
    }

    private static void waitUntilNothingIsReleased(Inbox inbox) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (inbox.parked().list(1000).stream().anyMatch(message -> message.state() == State.RELEASED)
                && System.nanoTime() < deadline) {
            inbox.runReleased();
        }
    }

    /** Three tries; fails for the first of the lane while it is broken. */
    private Inbox inbox() {
        Inbox inbox = mailroom.yici.inbox(subscription(message -> {
                    runs.incrementAndGet();
                    if (broken.get() && keyOf(message).equals(lane + 1)) {
                        throw new IllegalStateException("broken");
                    }
                    mailroom.apply(message);
                })
                .tries(3));
        if (runs.get() == 0) {
            inbox.handle(place(1));
            inbox.handle(place(1));
        }
        return inbox;
    }

    private Received place(int place) {
        return message(lane + place).orderedBy(lane);
    }

    private void resendFirst(Inbox inbox) {
        assertThat(inbox.parked().resend(inbox.parked().list(1).get(0).id(), "alice", lane))
                .isTrue();
    }

    private static List<State> states(Inbox inbox) {
        return inbox.parked().list(1000).stream().map(ParkedMessage::state).toList();
    }
}
