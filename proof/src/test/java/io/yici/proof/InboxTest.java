package io.yici.proof;

import static io.yici.proof.Mailroom.message;
import static io.yici.proof.Mailroom.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.inbox.Handled;
import io.yici.inbox.Handled.Later;
import io.yici.inbox.Handled.Parked;
import io.yici.inbox.Handled.Why;
import io.yici.inbox.Inbox;
import io.yici.inbox.Received;
import io.yici.inbox.Subscription;
import io.yici.jdbc.JdbcYici;
import io.yici.test.Race;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One message at a time takes effect once: cases I2, I3, I5-I8, I12, I14, B41, B43, B44. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#all")
class InboxTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Parameter
    Ground ground;

    private static Mailroom mailroom;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        mailroom = Mailroom.open(
                given, builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ofMillis(100))));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        mailroom.close();
    }

    /** Case B43: the broker's own ids differ, and it stays one message. */
    @Test
    void deliveredThreeTimesItTakesEffectOnce() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox();
        assertThat(inbox.handle(message(key).brokerId("orders-0@17"))).isEqualTo(new Handled.Applied());
        assertThat(inbox.handle(message(key).brokerId("orders-0@18"))).isEqualTo(new Handled.Duplicate(false));
        assertThat(inbox.handle(message(key).brokerId("orders-3@1").suspect(true)))
                .isEqualTo(new Handled.Duplicate(false));
        assertThat(mailroom.effects()).containsOnlyOnce(key);
        assertThat(mailroom.ledger.count(key)).isEqualTo(1);
    }

    /** Case I2. */
    @Test
    void ofTwoCopiesAtOnceOneTakesEffect() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox();
        List<Race.Finish<Handled>> finishes = Race.within(LIMIT).run(2, runner -> () -> inbox.handle(message(key)));
        assertThat(finishes).allMatch(Race.Finish::returned);
        assertThat(finishes.stream().filter(finish -> finish.answer() instanceof Handled.Applied))
                .hasSize(1);
        assertThat(inbox.handle(message(key))).isInstanceOf(Handled.Duplicate.class);
        assertThat(mailroom.effects()).containsOnlyOnce(key);
    }

    /** Case I3: nobody meets an exception, and nobody's try is counted. */
    @Test
    void ofEightThreadsWithOneNewKeyOneTakesEffect() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox();
        List<Race.Finish<Handled>> finishes = Race.within(LIMIT).run(8, runner -> () -> inbox.handle(message(key)));
        assertThat(finishes).allMatch(Race.Finish::returned);
        assertThat(finishes.stream().filter(finish -> finish.answer() instanceof Handled.Applied))
                .hasSize(1);
        assertThat(finishes).noneMatch(finish -> finish.answer() instanceof Later later && later.why() == Why.FAILED);
        assertThat(mailroom.effects()).containsOnlyOnce(key);
        assertThat(mailroom.number("select count(*) from yici_parked where message_key = '" + key + "'"))
                .isZero();
    }

    /** Case I5. */
    @Test
    void twoGroupsEachHandleAMessageOnce() {
        String key = freshKey();
        Inbox points = mailroom.inbox();
        Inbox shipping = mailroom.yici.inbox(subscription("shipping", mailroom::apply));
        for (int delivery = 0; delivery < 2; delivery++) {
            points.handle(message(key));
            shipping.handle(message(key));
        }
        assertThat(mailroom.effects()).filteredOn(key::equals).hasSize(2);
    }

    /** Case I6: what the handler passes on is passed on once. */
    @Test
    void aDuplicatePassesNothingOn() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            mailroom.write(message.operation().deriveKey("next"), "outgoing-" + key);
        });
        inbox.handle(message(key));
        inbox.handle(message(key));
        assertThat(mailroom.effects("outgoing-" + key))
                .containsExactly(
                        Operation.named(Mailroom.NAME).by("points").key(key).deriveKey("next"));
    }

    /** Cases I7 and B41: whoever comes meanwhile is told to come again, and no try of the message is burnt. */
    @Test
    void aSlowHandlerIsNeitherOvertakenNorTakenForFailed() throws Exception {
        String key = freshKey();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Inbox inbox = mailroom.yici.inbox(subscription(message -> {
                    mailroom.apply(message);
                    running.countDown();
                    goOn.await(60, TimeUnit.SECONDS);
                })
                .tries(1));
        Running<Handled> slow = Running.of(() -> inbox.handle(message(key)));
        assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
        // Where every read locks, counting a try waits for the handler.
        boolean suspect = !(ground.isInnoDb() && ground.level() == Ground.Level.SERIALIZABLE);
        if (!ground.hasOneWriter()) {
            for (int delivery = 0; delivery < 2; delivery++) {
                assertThat(inbox.handle(message(key).suspect(suspect)))
                        .isInstanceOfSatisfying(
                                Later.class, later -> assertThat(later.why()).isEqualTo(Why.IN_PROGRESS));
            }
        }
        goOn.countDown();
        assertThat(slow.result()).isEqualTo(new Handled.Applied());
        assertThat(inbox.handle(message(key))).isEqualTo(new Handled.Duplicate(false));
        assertThat(mailroom.effects()).containsOnlyOnce(key);
        assertThat(mailroom.number("select count(*) from yici_parked where message_key = '" + key + "'"))
                .isZero();
    }

    /** Its tries are counted, and their row is its own until it ends: who waits for that row waits for the handler. */
    @Test
    void aSlowOneThatWasDeliveredBeforeIsNotWaitedForEither() throws Exception {
        if (ground.hasOneWriter() || (ground.isInnoDb() && ground.level() == Ground.Level.SERIALIZABLE)) {
            return;
        }
        String key = freshKey();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Inbox inbox = mailroom.yici.inbox(subscription(message -> {
                    mailroom.apply(message);
                    running.countDown();
                    goOn.await(20, TimeUnit.SECONDS);
                })
                .tries(1));
        Running<Handled> slow = Running.of(() -> inbox.handle(message(key).suspect(true)));
        assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(inbox.handle(message(key).suspect(true)))
                .isInstanceOfSatisfying(
                        Later.class, later -> assertThat(later.why()).isEqualTo(Why.IN_PROGRESS));
        goOn.countDown();
        assertThat(slow.result()).isEqualTo(new Handled.Applied());
        assertThat(mailroom.effects()).containsOnlyOnce(key);
        assertThat(mailroom.number("select count(*) from yici_parked where message_key = '" + key + "'"))
                .isZero();
    }

    /** Case I8: what a failed attempt gives back is its own. */
    @Test
    void aFailureTakesNothingFromTheOneThatSucceededMeanwhile() {
        String key = freshKey();
        AtomicInteger calls = new AtomicInteger();
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("the first one fails");
            }
        });
        assertThat(inbox.handle(message(key)).done()).isFalse();
        assertThat(inbox.handle(message(key))).isEqualTo(new Handled.Applied());
        assertThat(inbox.handle(message(key))).isEqualTo(new Handled.Duplicate(false));
        assertThat(mailroom.effects()).containsOnlyOnce(key);
    }

    /** Case B44: when a later write fails, nothing of the message is there. */
    @Test
    void recordAndEffectAreThereTogetherOrNotAtAll() {
        String key = freshKey();
        int before = mailroom.records();
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            throw new SQLException("the next write fails");
        });
        assertThat(inbox.handle(message(key))).isInstanceOfSatisfying(Later.class, later -> {
            assertThat(later.why()).isEqualTo(Why.FAILED);
            assertThat(later.cause()).hasMessage("the next write fails");
        });
        assertThat(mailroom.effects()).doesNotContain(key);
        assertThat(mailroom.records()).isEqualTo(before);
    }

    /** Case I14. */
    @Test
    void aMessageOfNoInterestWritesNothing() {
        int before = mailroom.records();
        Inbox inbox =
                mailroom.yici.inbox(subscription(mailroom::apply).ignoring(message -> message.header("type") == null));
        assertThat(inbox.handle(message(freshKey()))).isEqualTo(new Handled.Ignored());
        assertThat(mailroom.records()).isEqualTo(before);
    }

    @Test
    void afterItsTriesAMessageIsParkedAndSaidSoAgain() {
        String key = freshKey();
        Inbox inbox = mailroom.yici.inbox(subscription(message -> {
                    throw new IllegalStateException("never works");
                })
                .tries(3));
        assertThat(inbox.handle(message(key)).done()).isFalse();
        assertThat(inbox.handle(message(key)).done()).isFalse();
        assertThat(inbox.handle(message(key)))
                .isInstanceOfSatisfying(
                        Parked.class, parked -> assertThat(parked.reason()).contains("never works"));
        assertThat(inbox.handle(message(key))).isInstanceOf(Parked.class);
        assertThat(inbox.parked().list(1000))
                .filteredOn(parked -> key.equals(parked.key()))
                .singleElement()
                .satisfies(parked -> assertThat(parked.tries()).isEqualTo(3));
    }

    @Test
    void successEndsTheCountOfTries() {
        String key = freshKey();
        AtomicInteger calls = new AtomicInteger();
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
        });
        inbox.handle(message(key));
        inbox.handle(message(key));
        assertThat(mailroom.number("select tries from yici_parked where message_key = '" + key + "'"))
                .isEqualTo(2);
        assertThat(inbox.handle(message(key))).isEqualTo(new Handled.Applied());
        assertThat(mailroom.number("select count(*) from yici_parked where message_key = '" + key + "'"))
                .isZero();
    }

    @Test
    void aRefusalOfTheBusinessIsParkedAtOnce() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox(message -> {
            mailroom.apply(message);
            throw Rejection.of("unknown-account", "There is no such account.");
        });
        assertThat(inbox.handle(message(key)))
                .isInstanceOfSatisfying(
                        Parked.class, parked -> assertThat(parked.reason()).contains("unknown-account"));
        assertThat(mailroom.effects()).doesNotContain(key);
    }

    @Test
    void anotherContentUnderTheSameKeyIsParked() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox();
        inbox.handle(message(key, "ten points"));
        assertThat(inbox.handle(message(key, "a thousand points")))
                .isInstanceOfSatisfying(
                        Parked.class, parked -> assertThat(parked.reason()).contains("another content"));
        assertThat(inbox.handle(message(key, "ten points"))).isEqualTo(new Handled.Duplicate(false));
        assertThat(mailroom.effects()).containsOnlyOnce(key);
    }

    @Test
    void aMessageWithoutAUsableKeyIsParkedWithTheReason() {
        Inbox inbox = mailroom.inbox();
        Received keyless = Received.of("orders", freshKey().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(inbox.handle(keyless)).isEqualTo(new Parked("It has no key."));
        assertThat(inbox.handle(keyless)).isInstanceOf(Parked.class);
        assertThat(inbox.handle(message("x".repeat(300)))).isInstanceOf(Parked.class);
        Inbox unreadable = mailroom.yici.inbox(Subscription.named(Mailroom.NAME)
                .group("points")
                .key(message -> {
                    throw new IllegalStateException("no JSON");
                })
                .handledBy(mailroom::apply));
        assertThat(unreadable.handle(message(freshKey())))
                .isInstanceOfSatisfying(
                        Parked.class, parked -> assertThat(parked.reason()).contains("no JSON"));
    }

    @Test
    void whatGoesToTheBrokersDeadLettersIsNotKept() {
        String key = freshKey();
        Inbox inbox = mailroom.yici.inbox(subscription(message -> {
                    throw new IllegalStateException("never works");
                })
                .tries(2)
                .exhausted(io.yici.inbox.Exhausted.DEAD_LETTER));
        assertThat(inbox.handle(message(key)).done()).isFalse();
        assertThat(inbox.handle(message(key))).isInstanceOf(Handled.DeadLettered.class);
        assertThat(mailroom.number("select count(*) from yici_parked where message_key = '" + key + "'"))
                .isZero();
    }

    /** Case I12, the part of the core: the effect never waits for a commit that the acknowledgement does not await. */
    @Test
    void insideATransactionItIsRefused() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox();
        assertThatThrownBy(() -> mailroom.yici.once(
                        Operation.named("outer").by("alice").key(key), "x", String.class, connection -> {
                            inbox.handle(message(key));
                            return "done";
                        }))
                .isInstanceOf(MisuseException.class);
        assertThat(inbox.handle(message(key))).isEqualTo(new Handled.Applied());
    }

    @Test
    void insideAHandlerTheMessageIsTheRunningOperation() {
        String key = freshKey();
        Inbox inbox = mailroom.inbox(message -> {
            assertThat(Operation.current()).contains(message.operation());
            mailroom.apply(message);
        });
        assertThat(inbox.handle(message(key))).isEqualTo(new Handled.Applied());
        assertThat(Operation.current()).isEmpty();
    }

    @Test
    void settingsThatDoNotFitMessagesAreRefused() {
        try (JdbcYici observed = JdbcYici.on(mailroom.pool)
                .withoutScheduledCleanUp()
                .defaults(OperationSettings.defaults().mode(OperationSettings.Mode.OBSERVE))
                .build()) {
            assertThatThrownBy(() -> observed.inbox(subscription(mailroom::apply)))
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("only observed");
        }
    }

    private static String freshKey() {
        return "m-" + UUID.randomUUID();
    }
}
