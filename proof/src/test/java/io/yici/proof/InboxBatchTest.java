package io.yici.proof;

import static io.yici.proof.Mailroom.keyOf;
import static io.yici.proof.Mailroom.message;
import static io.yici.proof.Mailroom.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.OperationSettings;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Applied;
import io.yici.inbox.Handled.Duplicate;
import io.yici.inbox.Handled.Later;
import io.yici.inbox.Handled.Parked;
import io.yici.inbox.Handled.Why;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Many messages in one transaction, each still once: cases I1, I10, B43. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class InboxBatchTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @Parameter
    Ground ground;

    private static Mailroom mailroom;

    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        mailroom = Mailroom.open(
                given,
                builder -> builder.defaults(OperationSettings.defaults()
                        .waitsFor(Duration.ofMillis(100))
                        .retries(20)));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        mailroom.close();
    }

    @Test
    void aBatchIsHandledInTheOrderInWhichItCame() {
        List<Received> batch = batch("a", 40);
        assertThat(mailroom.inbox().handleAll(batch)).hasSize(40).containsOnly(new Applied());
        assertThat(mailroom.effects("a" + run))
                .isEqualTo(batch.stream().map(Mailroom::keyOf).toList());
    }

    @Test
    void whatWasHandledBeforeIsNotHandledAgain() {
        List<Received> batch = batch("b", 20);
        Inbox inbox = mailroom.inbox();
        inbox.handleAll(batch.subList(0, 10));
        List<Handled> handled = inbox.handleAll(batch);
        assertThat(handled.subList(0, 10)).containsOnly(new Duplicate(false));
        assertThat(handled.subList(10, 20)).containsOnly(new Applied());
        assertThat(mailroom.effects("b" + run)).hasSize(20).doesNotHaveDuplicates();
    }

    /** Case I10, the first half. */
    @Test
    void theSameKeyTwiceInABatchTakesEffectOnce() {
        List<Received> batch = new ArrayList<>(batch("c", 3));
        batch.add(batch.get(1).brokerId("again"));
        assertThat(mailroom.inbox().handleAll(batch))
                .containsExactly(new Applied(), new Applied(), new Applied(), new Duplicate(false));
        assertThat(mailroom.effects("c" + run)).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void anotherContentUnderAKeyOfTheSameBatchIsParked() {
        List<Received> batch = new ArrayList<>(batch("d", 2));
        batch.add(message(keyOf(batch.get(0)), "something else").orderedBy("d" + run));
        assertThat(mailroom.inbox().handleAll(batch)).last().isInstanceOf(Parked.class);
        assertThat(mailroom.effects("d" + run)).hasSize(2);
    }

    @Test
    void aPoisonedOneHarmsOnlyThoseOfItsOrderingKey() {
        List<Received> batch = new ArrayList<>();
        for (int place = 0; place < 9; place++) {
            batch.add(message("e" + run + place).orderedBy("e" + run + place % 3));
        }
        String poisoned = "e" + run + 4;
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            if (keyOf(message).equals(poisoned)) {
                throw new IllegalStateException("poison");
            }
        });
        List<Handled> handled = inbox.handleAll(batch);
        for (int place = 0; place < 9; place++) {
            if (place == 4) {
                assertThat(handled.get(place)).matches(later -> why(later) == Why.FAILED);
            } else if (place == 7) {
                assertThat(handled.get(place)).matches(later -> why(later) == Why.BEFORE_IT);
            } else {
                assertThat(handled.get(place)).isEqualTo(new Applied());
            }
        }
        assertThat(mailroom.effects("e" + run + 0)).hasSize(3);
        assertThat(mailroom.effects("e" + run + 1)).containsExactly("e" + run + 1);
    }

    @Test
    void severalAtOnceComeToTheBatchHandlerWithTheirOperations() {
        AtomicInteger calls = new AtomicInteger();
        List<Received> batch = batch("f", 10);
        Inbox inbox = mailroom.yici.inbox(together(fresh -> {
            calls.incrementAndGet();
            for (Received message : fresh) {
                assertThat(message.operation().key()).isEqualTo(keyOf(message));
                mailroom.apply(message);
            }
        }));
        inbox.handleAll(batch.subList(0, 2));
        assertThat(inbox.handleAll(batch).subList(2, 10)).containsOnly(new Applied());
        assertThat(calls).hasValue(2);
        assertThat(mailroom.effects("f" + run)).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void aBatchHandlerThatFailsIsAskedForEachAlone() {
        List<Received> batch =
                batch("g", 5).stream().map(message -> message.orderedBy(null)).toList();
        String poisoned = keyOf(batch.get(2));
        Inbox inbox = mailroom.yici.inbox(together(fresh -> {
            for (Received message : fresh) {
                if (keyOf(message).equals(poisoned)) {
                    throw new IllegalStateException("poison");
                }
                mailroom.apply(message);
            }
        }));
        List<Handled> handled = inbox.handleAll(batch);
        assertThat(handled.stream().filter(one -> one instanceof Applied)).hasSize(4);
        assertThat(why(handled.get(2))).isEqualTo(Why.FAILED);
    }

    /** An ordering key waits for its message that is being handled elsewhere; the others go on. */
    @Test
    void aMessageInProgressElsewhereHoldsUpItsOrderingKeyOnly() throws Exception {
        if (ground.hasOneWriter()) {
            return;
        }
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Inbox slow = mailroom.inbox(message -> {
            running.countDown();
            goOn.await(60, TimeUnit.SECONDS);
            mailroom.apply(message);
        });
        List<Received> batch = new ArrayList<>();
        for (int place = 0; place < 4; place++) {
            batch.add(message("h" + run + place).orderedBy("h" + run + place % 2));
        }
        Running<Handled> meanwhile = Running.of(() -> slow.handle(batch.get(1)));
        assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
        List<Handled> handled = mailroom.inbox().handleAll(batch);
        goOn.countDown();
        assertThat(handled.get(0)).isEqualTo(new Applied());
        assertThat(why(handled.get(1))).isEqualTo(Why.IN_PROGRESS);
        assertThat(handled.get(2)).isEqualTo(new Applied());
        assertThat(why(handled.get(3))).isEqualTo(Why.BEFORE_IT);
        assertThat(meanwhile.result()).isEqualTo(new Applied());
        assertThat(mailroom.inbox().handleAll(batch))
                .containsExactly(new Duplicate(false), new Duplicate(false), new Duplicate(false), new Applied());
    }

    /** Case I1: what the database has rolled back behind a handler's back is not acknowledged. */
    @Test
    void aSwallowedErrorThatLosesTheTransactionIsNoticed() throws Exception {
        List<Received> batch =
                batch("i", 4).stream().map(message -> message.orderedBy(null)).toList();
        AtomicInteger swallowed = new AtomicInteger();
        try (Connection rival = mailroom.pool.getConnection()) {
            Inbox inbox = mailroom.inbox(message -> {
                mailroom.apply(message);
                if (keyOf(message).equals(keyOf(batch.get(1)))) {
                    loseTheTransaction(rival);
                    swallowed.incrementAndGet();
                }
                mailroom.write(keyOf(message) + "-after", null);
            });
            List<Handled> handled = inbox.handleAll(batch);
            boolean loses = ground.database() != TestDatabase.H2;
            assertThat(swallowed.get()).isPositive();
            if (loses) {
                assertThat(handled.get(1).done()).isFalse();
                assertThat(mailroom.effects()).doesNotContain(keyOf(batch.get(1)), keyOf(batch.get(1)) + "-after");
            }
            for (int place : List.of(0, 2, 3)) {
                assertThat(handled.get(place)).isEqualTo(new Applied());
                assertThat(mailroom.effects()).contains(keyOf(batch.get(place)));
            }
        }
    }

    /** An error that is caught, after which the database has nothing of the transaction left; on H2, a harmless one. */
    private void loseTheTransaction(Connection rival) throws Exception {
        Connection mine = mailroom.yici.connection();
        if (ground.isInnoDb()) {
            rival.setAutoCommit(false);
            execute(rival, "update account set points = points + 1 where name = 'bob'");
            for (int row = 0; row < 300; row++) {
                execute(rival, "insert into ballast (row_no) values (1)");
            }
            execute(mine, "update account set points = points + 1 where name = 'alice'");
            Running<Boolean> deadlock = Running.of(() -> {
                execute(rival, "update account set points = points + 1 where name = 'alice'");
                return true;
            });
            swallow(mine, "update account set points = points + 1 where name = 'bob'");
            deadlock.result();
            rival.rollback();
        } else if (ground.hasOneWriter()) {
            swallow(mine, "insert or rollback into account (name, points) values ('alice', 1)");
        } else {
            swallow(mine, "insert into account (name, points) values ('alice', 1)");
        }
    }

    /** Case I10, the second half: four consumers, overlapping batches in any order, and nothing but effects. */
    @Test
    void batchesThatOverlapInAnyOrderNeverHarmEachOther() {
        long seed = System.nanoTime();
        System.out.println("InboxBatchTest on " + ground + ", seed " + seed);
        List<Received> all = IntStream.range(0, 120)
                .mapToObj(place -> message("j" + run + place))
                .toList();
        AtomicInteger failures = new AtomicInteger();
        List<Race.Finish<Integer>> finishes = Race.within(LIMIT).run(4, runner -> () -> {
            Random random = new Random(seed + runner);
            Inbox inbox = mailroom.yici.inbox(subscription(mailroom::apply).tries(1000));
            int applied = 0;
            for (int round = 0; round < 12; round++) {
                int from = random.nextInt(80);
                List<Received> batch = new ArrayList<>(all.subList(from, from + 40));
                if (runner % 2 == 1) {
                    Collections.reverse(batch);
                } else if (random.nextBoolean()) {
                    Collections.shuffle(batch, random);
                }
                for (Handled handled : inbox.handleAll(batch)) {
                    applied += handled instanceof Applied ? 1 : 0;
                    if (why(handled) == Why.FAILED) {
                        failures.incrementAndGet();
                    }
                }
            }
            return applied;
        });
        assertThat(finishes).allMatch(Race.Finish::returned);
        assertThat(failures).hasValue(0);
        int rest = 0;
        Inbox inbox = mailroom.inbox();
        for (int round = 0; round < 3; round++) {
            rest += (int) inbox.handleAll(all).stream()
                    .filter(Applied.class::isInstance)
                    .count();
        }
        int sum = rest + finishes.stream().mapToInt(Race.Finish::answer).sum();
        assertThat(sum).isEqualTo(120);
        assertThat(mailroom.effects())
                .filteredOn(effect -> effect.startsWith("j" + run))
                .hasSize(120)
                .doesNotHaveDuplicates();
    }

    @Test
    void moreThanOneTransactionTakesIsSplit() {
        List<Received> batch = batch("k", 700);
        assertThat(mailroom.inbox().handleAll(batch)).hasSize(700).containsOnly(new Applied());
        assertThat(mailroom.inbox().handleAll(batch)).hasSize(700).containsOnly(new Duplicate(false));
    }

    /** On these, statements that change tables commit what was before them. */
    @Test
    void aHandlerThatCommitsInsideAndFailsLosesNoMessageSilently() {
        if (!ground.isInnoDb()) {
            return;
        }
        List<Received> batch = batch("l", 2);
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            execute(
                    mailroom.yici.connection(),
                    "create table made_" + UUID.randomUUID().toString().replace('-', '_') + " (id integer)");
            throw new IllegalStateException("after the implicit commit");
        });
        assertThat(inbox.handleAll(batch)).allMatch(Parked.class::isInstance);
        assertThat(inbox.handle(message("l-alone" + run)))
                .isInstanceOfSatisfying(
                        Parked.class,
                        parked -> assertThat(parked.reason()).contains("ended the transaction by itself"));
    }

    private static Subscription together(io.yici.inbox.BatchHandler handler) {
        return Subscription.named(Mailroom.NAME)
                .group("points")
                .key(Mailroom::keyOf)
                .handledTogether(handler);
    }

    private List<Received> batch(String lane, int size) {
        return IntStream.range(0, size)
                .mapToObj(place -> message(lane + run + "-" + place).orderedBy(lane + run))
                .toList();
    }

    private static @org.jspecify.annotations.Nullable Why why(Handled handled) {
        return handled instanceof Later later ? later.why() : null;
    }

    private static void swallow(Connection connection, String sql) {
        try {
            execute(connection, sql);
        } catch (SQLException swallowed) {
            assertThat(swallowed.getSQLState() + swallowed.getErrorCode()).isNotBlank();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
