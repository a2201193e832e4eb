package io.yici.proof;

import static io.yici.proof.Mailroom.message;
import static io.yici.proof.Mailroom.subscription;
import static io.yici.proof.Mailroom.versionOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Applied;
import io.yici.inbox.Handled.Duplicate;
import io.yici.inbox.Handled.Parked;
import io.yici.inbox.Handled.Stale;
import io.yici.inbox.Inbox;
import io.yici.inbox.LatePolicy;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Late copies, old messages and old versions: cases I11, B45. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class InboxTimeTest {
    private static final Queue<OperationEvent> EVENTS = new ConcurrentLinkedQueue<>();

    @Parameter
    Ground ground;

    private static Mailroom mailroom;

    private final String key = "t-" + UUID.randomUUID();

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        mailroom = Mailroom.open(
                given,
                builder -> builder.listener(EVENTS::add)
                        .defaults(OperationSettings.defaults().retries(20)));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        mailroom.close();
    }

    @Test
    void aLateCopyIsDroppedAndCounted() throws Exception {
        Inbox inbox = mailroom.inbox();
        inbox.handle(message(key));
        age(Duration.ofDays(8));
        EVENTS.clear();
        assertThat(inbox.handle(message(key))).isEqualTo(new Duplicate(true));
        assertThat(inbox.handleAll(List.of(message(key), message(key + "-new"))))
                .containsExactly(new Duplicate(true), new Applied());
        assertThat(EVENTS).filteredOn(event -> event.kind() == Kind.EXPIRED).hasSize(2);
        mailroom.yici.cleanup().runUntilDone(10);
        assertThat(inbox.handle(message(key))).isEqualTo(new Duplicate(true));
        assertThat(mailroom.effects()).containsOnlyOnce(key);
    }

    @Test
    void aLateCopyIsParkedWhereTheSubscriptionSaysSo() {
        Inbox inbox = mailroom.yici.inbox(subscription(mailroom::apply).late(LatePolicy.PARK));
        inbox.handle(message(key));
        age(Duration.ofDays(8));
        assertThat(inbox.handle(message(key).orderedBy(key))).isInstanceOf(Parked.class);
        assertThat(inbox.handle(message(key + "-next").orderedBy(key))).isEqualTo(new Applied());
        assertThat(mailroom.effects()).containsOnlyOnce(key);
    }

    /** Case B45: nobody can tell any more whether it was handled, so a person decides. */
    @Test
    void aMessageOlderThanTheMemoryIsParkedInsteadOfRun() {
        Inbox inbox = mailroom.inbox();
        inbox.handle(message(key));
        age(Duration.ofDays(40));
        long sentAt = System.currentTimeMillis() - Duration.ofDays(40).toMillis();
        assertThat(inbox.handle(message(key).sentAt(sentAt))).isInstanceOf(Parked.class);
        assertThat(inbox.handleAll(
                        List.of(message(key + "-a"), message(key + "-b").sentAt(sentAt), message(key + "-c"))))
                .extracting(Handled::getClass)
                .containsExactly(Applied.class, Parked.class, Applied.class);
        assertThat(mailroom.effects()).containsOnlyOnce(key).doesNotContain(key + "-b");
        String parked = inbox.parked().list(1000).stream()
                .filter(message -> (key + "-b").equals(message.key()))
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(inbox.parked().resend(parked, "alice", "was never handled")).isTrue();
        inbox.runReleased();
        assertThat(mailroom.effects()).contains(key + "-b");
    }

    @Test
    void anOldMessageRunsWhereTheSubscriptionSaysSo() {
        Inbox inbox = mailroom.yici.inbox(subscription(mailroom::apply).runningUnseenOnes());
        inbox.handle(message(key));
        age(Duration.ofDays(40));
        assertThat(inbox.handle(message(key).sentAt(1))).isEqualTo(new Applied());
        assertThat(mailroom.effects()).filteredOn(key::equals).hasSize(2);
    }

    @Test
    void onlyANewerVersionIsApplied() {
        Inbox inbox = mailroom.yici.inbox(versioned());
        assertThat(inbox.handle(version(5))).isEqualTo(new Applied());
        assertThat(inbox.handle(version(3))).isEqualTo(new Stale());
        assertThat(inbox.handle(version(3))).isEqualTo(new Duplicate(false));
        assertThat(inbox.handleAll(List.of(version(4), version(7), version(6), version(8))))
                .containsExactly(new Stale(), new Applied(), new Stale(), new Applied());
        assertThat(mailroom.effects(key)).containsExactly(key + 5, key + 7, key + 8);
    }

    @Test
    void countsOfTriesAndVersionsGoWhenNobodyCanComeAgain() throws Exception {
        Inbox inbox = mailroom.yici.inbox(versioned());
        inbox.handle(version(1));
        mailroom.inbox(message -> {
                    throw new IllegalStateException("once");
                })
                .handle(message(key));
        mailroom.yici.cleanup().runUntilDone(10);
        assertThat(mailroom.number("select count(*) from yici_version where aggregate = '" + key + "'"))
                .isEqualTo(1);
        assertThat(mailroom.number("select count(*) from yici_parked where message_key = '" + key + "'"))
                .isEqualTo(1);
        mailroom.execute("update yici_version set keep_until = 1 where aggregate = '" + key + "'");
        mailroom.execute("update yici_parked set keep_until = 1 where message_key = '" + key + "'");
        assertThat(mailroom.yici.cleanup().runUntilDone(10).messages()).isEqualTo(2);
        assertThat(mailroom.number("select count(*) from yici_version where aggregate = '" + key + "'"))
                .isZero();
    }

    @Test
    void aVersionWhoseHandlerFailedIsStillNew() {
        Inbox failing = mailroom.yici.inbox(subscription(message -> {
                    throw new IllegalStateException("not yet");
                })
                .version(Mailroom::versionOf));
        assertThat(failing.handle(version(1)).done()).isFalse();
        assertThat(mailroom.yici.inbox(versioned()).handle(version(1))).isEqualTo(new Applied());
    }

    /**
     * Whatever the order and however many at once: what is applied of a thing only ever grows, and ends at the newest.
     */
    @Test
    void versionsAtOnceOnlyEverGrow() {
        long seed = System.nanoTime();
        System.out.println("InboxTimeTest on " + ground + ", seed " + seed);
        Inbox inbox = mailroom.yici.inbox(versioned().tries(1000));
        List<Race.Finish<Boolean>> finishes = Race.within(Duration.ofSeconds(120))
                .run(4, runner -> () -> {
                    List<Received> mine = new ArrayList<>(LongStream.rangeClosed(1, 40)
                            .filter(version -> version % 4 == runner)
                            .mapToObj(this::version)
                            .toList());
                    Collections.shuffle(mine, new Random(seed + runner));
                    for (int from = 0; from < mine.size(); from += 5) {
                        List<Received> left = new ArrayList<>(mine.subList(from, from + 5));
                        while (!left.isEmpty()) {
                            List<Handled> handled = inbox.handleAll(left);
                            List<Received> again = new ArrayList<>();
                            for (int place = 0; place < handled.size(); place++) {
                                if (!handled.get(place).done()) {
                                    again.add(left.get(place));
                                }
                            }
                            left = again;
                        }
                    }
                    return true;
                });
        assertThat(finishes).allMatch(Race.Finish::returned);
        List<Long> applied = mailroom.effects(key).stream()
                .map(effect -> Long.parseLong(effect.substring(key.length())))
                .toList();
        assertThat(applied).isSorted().doesNotHaveDuplicates().endsWith(40L);
    }

    private Subscription versioned() {
        return subscription(message -> {
                    String effect = key + versionOf(message).version();
                    try (PreparedStatement insert = mailroom.yici
                            .connection()
                            .prepareStatement("insert into effect (message, lane, place)"
                                    + " select ?, ?, coalesce(max(place), 0) + 1 from effect where lane = ?")) {
                        insert.setString(1, effect);
                        insert.setString(2, key);
                        insert.setString(3, key);
                        insert.executeUpdate();
                    }
                })
                .version(Mailroom::versionOf);
    }

    private Received version(long version) {
        return message(key + "-" + version).header("aggregate", key).header("version", Long.toString(version));
    }

    private void age(Duration by) {
        Operation operation = Operation.named(Mailroom.NAME).by("points").key(key);
        assertThat(RecordAgeing.on(mailroom.pool).age(operation, by)).isEqualTo(1);
    }
}
