package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.InProgressException;
import io.yici.Operation;
import io.yici.OperationEvent;
import io.yici.OperationEvent.Kind;
import io.yici.OperationSettings;
import io.yici.OperationSettings.Mode;
import io.yici.Outcome;
import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.Standing;
import io.yici.TokenExpiredException;
import io.yici.TokenRefusedException;
import io.yici.external.Taken;
import io.yici.guard.EntryRules;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenUse;
import io.yici.jdbc.JdbcYici;
import io.yici.jdbc.JoinedYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.test.RecordAgeing;
import io.yici.test.ScriptedTokenMarks;
import java.io.IOException;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens are good for one use, or its answer, whatever the marks say; on each database. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class TokensTest {
    private static final String SECRET = "a secret for tests, 32 bytes and more";
    private static final Fingerprint ASKED = Fingerprint.of("one tea");

    private static final FormTokens TOKENS = at(Instant.now());
    private static final FormTokens OF_YESTERDAY = at(Instant.now().minus(Duration.ofDays(1)));
    private static final ScriptedTokenMarks MARKS = new ScriptedTokenMarks();
    private static final Queue<OperationEvent> EVENTS = new ConcurrentLinkedQueue<>();

    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        OperationSettings settings = OperationSettings.defaults().waitsFor(Duration.ZERO);
        shop = Shop.open(
                given,
                8,
                builder -> builder.defaults(settings.demandsToken())
                        .operation("open", settings.entry(EntryRules.none().tokens(TokenUse.ACCEPTED)))
                        .operation("none", settings)
                        .operation("watched", settings.demandsToken().mode(Mode.OBSERVE))
                        .tokens(TOKENS)
                        .tokenMarks(MARKS)
                        .listener(EVENTS::add));
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @BeforeEach
    void forgetMarks() {
        MARKS.recover();
        MARKS.forgetAll();
        EVENTS.clear();
    }

    /** B12: the same caller's retry of a one-time token is served, not treated as an attack. */
    @Test
    void aTokenRunsOnceAndItsRepeatGetsTheSameAnswer() throws Exception {
        Operation order = issued();
        Shop.Receipt first = placed(order).value();
        Outcome<Shop.Receipt> second = placed(order);
        assertThat(second).isEqualTo(new Outcome<>(first, Outcome.Kind.REPLAYED));
        assertThat(shop.ledger.entries()).containsOnlyOnce(first.orderNo());
        assertThat(MARKS.repeats()).isPositive();
    }

    /** The hole of tokens that are consumed apart: consumed, and the work failed before it reached the database. */
    @Test
    void aTokenThatWasConsumedByWorkThatFailedRunsOnce() throws Exception {
        Operation order = issued();
        assertThatThrownBy(() -> shop.yici.once(order, ASKED, Answer.stored(String.class), connection -> {
                    Shop.takeStock(connection, Shop.ONE_TEA);
                    throw new IllegalStateException("the machine stumbles");
                }))
                .isInstanceOf(IllegalStateException.class);
        int stock = shop.stockOf("TEA-1");
        assertThat(placed(order).replayed()).isFalse();
        assertThat(placed(order).replayed()).isTrue();
        assertThat(shop.stockOf("TEA-1")).isEqualTo(stock - 1);
    }

    /** The mark is made and nothing was claimed, as when a process dies between the two. */
    @Test
    void aTokenThatWasOnlyMarkedRunsOnce() throws Exception {
        Operation order = issued();
        MARKS.consume(order.id(), Duration.ofMinutes(1));
        assertThat(placed(order).replayed()).isFalse();
        assertThat(placed(order).replayed()).isTrue();
    }

    /** The other half of the hole: committed, and the answer lost on the way, the marks with it. */
    @Test
    void aTokenWhoseAnswerWasLostGetsItAgainThoughTheMarksForgot() throws Exception {
        Operation order = issued();
        Shop.Receipt first = placed(order).value();
        MARKS.forgetAll();
        assertThat(placed(order)).isEqualTo(new Outcome<>(first, Outcome.Kind.REPLAYED));
    }

    /** A mark that says "repeated" leads to a look before the claim, which must not take what is open for its end. */
    @Test
    void aRepeatedTokenResumesWhatIsOpen() {
        Operation order = issued();
        ((Taken.Running<String>) taken(order)).leaveUnresolved(null);
        Taken<String> second = taken(order);
        assertThat(MARKS.repeats()).isPositive();
        assertThat(second).isInstanceOf(Taken.Running.class);
        ((Taken.Running<String>) second).finish("placed");
        assertThat(taken(order)).isEqualTo(new Taken.Answered<>(new Outcome<>("placed", Outcome.Kind.REPLAYED)));
    }

    private static Taken<String> taken(Operation order) {
        return shop.yici.external().take(order, ASKED, Answer.stored(String.class), true);
    }

    @Test
    void marksThatCannotBeReachedChangeNothingButAreTold() throws Exception {
        MARKS.fail(new IOException("gone"));
        Operation order = issued();
        Shop.Receipt first = placed(order).value();
        assertThat(placed(order)).isEqualTo(new Outcome<>(first, Outcome.Kind.REPLAYED));
        assertThat(EVENTS).extracting(OperationEvent::kind).contains(Kind.GUARD_UNAVAILABLE);
    }

    @Test
    void anExpiredTokenWithARecordGetsTheSameAnswer() throws Exception {
        Operation order = order("alice", OF_YESTERDAY.issue("order.create", "alice"));
        Shop.Receipt first;
        try (JdbcYici dayBefore = JdbcYici.on(shop.pool)
                .codec(new Jackson3Codec())
                .defaults(OperationSettings.defaults().demandsToken())
                .tokens(OF_YESTERDAY)
                .withoutScheduledCleanUp()
                .build()) {
            first = dayBefore
                    .once(order, Shop.ONE_TEA, Shop.Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA))
                    .value();
        }
        assertThat(placed(order)).isEqualTo(new Outcome<>(first, Outcome.Kind.REPLAYED));
    }

    @Test
    void anExpiredTokenWithoutARecordIsRefusedAndLeavesNothing() {
        Operation order = order("alice", OF_YESTERDAY.issue("order.create", "alice"));
        int records = shop.records();
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(() -> shop.yici.once(order, ASKED, Answer.stored(String.class), Shop::never))
                    .isInstanceOf(TokenExpiredException.class)
                    .hasMessageContaining("Fetch a new token")
                    .hasMessageNotContaining(order.key());
        }
        assertThat(shop.records()).isEqualTo(records);
        assertThat(shop.yici.resolve(order)).isEqualTo(Standing.ABSENT);
        assertThat(EVENTS).extracting(OperationEvent::kind).contains(Kind.TOKEN_EXPIRED);
    }

    /** A rival may still bring the answer, so that "expired" would be a guess. */
    @Test
    void anExpiredTokenThatIsInFlightIsInProgress() throws Exception {
        if (ground.hasOneWriter()) {
            return; // two nodes cannot be inside at once
        }
        Operation order = order("alice", OF_YESTERDAY.issue("order.create", "alice"));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (JdbcYici dayBefore = JdbcYici.on(shop.pool)
                .defaults(OperationSettings.defaults().demandsToken())
                .tokens(OF_YESTERDAY)
                .withoutScheduledCleanUp()
                .build()) {
            CompletableFuture<String> rival = CompletableFuture.supplyAsync(() -> dayBefore
                    .once(order, ASKED, Answer.stored(String.class), connection -> {
                        inside.countDown();
                        return passed(goOn) ? "done" : "late";
                    })
                    .value());
            assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> shop.yici.once(order, ASKED, Answer.stored(String.class), Shop::never))
                    .isInstanceOf(InProgressException.class);
            goOn.countDown();
            assertThat(rival.get(30, TimeUnit.SECONDS)).isEqualTo("done");
        }
        assertThat(shop.yici.once(order, ASKED, Answer.stored(String.class), Shop::never))
                .isEqualTo(new Outcome<>("done", Outcome.Kind.REPLAYED));
    }

    @Test
    void anExpiredTokenInsideTheCallersTransactionLeavesThatUsable() throws Exception {
        Operation order = order("alice", OF_YESTERDAY.issue("order.create", "alice"));
        int records = shop.records();
        try (Connection connection = shop.pool.getConnection()) {
            connection.setAutoCommit(false);
            try (JoinedYici joined = shop.yici.joining(connection)) {
                assertThatThrownBy(() -> joined.once(order, ASKED, Answer.stored(String.class), Shop::never))
                        .isInstanceOf(TokenExpiredException.class);
                Operation fresh = issued();
                joined.once(fresh, ASKED, Answer.stored(String.class), () -> "ordered");
                connection.commit();
            }
        }
        assertThat(shop.records()).isEqualTo(records + 1);
    }

    @Test
    void anExpiredTokenForWorkThatLeavesTheDatabaseLeavesNothingEither() {
        Operation order = order("alice", OF_YESTERDAY.issue("order.create", "alice"));
        assertThatThrownBy(() -> shop.yici.external().take(order, ASKED, Answer.stored(String.class)))
                .isInstanceOf(TokenExpiredException.class);
        assertThat(shop.yici.resolve(order)).isEqualTo(Standing.ABSENT);
        Operation fresh = issued();
        Taken<String> taken = shop.yici.external().take(fresh, ASKED, Answer.stored(String.class));
        ((Taken.Running<String>) taken).finish("paid");
        assertThat(shop.yici.external().take(fresh, ASKED, Answer.stored(String.class)))
                .isEqualTo(new Taken.Answered<>(new Outcome<>("paid", Outcome.Kind.REPLAYED)));
    }

    @Test
    void nobodyElsesTokenRunsNorShowsAnAnswer() throws Exception {
        Operation alices = issued();
        placed(alices);
        Operation bobs = order("bob", alices.key());
        assertThatThrownBy(() -> placed(bobs)).isInstanceOf(TokenRefusedException.class);
        assertThatThrownBy(() -> shop.yici.external().take(bobs, ASKED, Answer.stored(String.class)))
                .isInstanceOf(TokenRefusedException.class);
        assertThatThrownBy(
                        () -> placed(Operation.named("order.cancel").by("alice").key(alices.key())))
                .isInstanceOf(TokenRefusedException.class);
        assertThatThrownBy(() -> placed(order("alice", Shop.freshKey()))).isInstanceOf(TokenRefusedException.class);
        assertThat(shop.yici.resolve(bobs)).isEqualTo(Standing.ABSENT);
        assertThat(EVENTS).extracting(OperationEvent::kind).contains(Kind.TOKEN_REFUSED);
    }

    /** B12: what was refused does not use the token up. */
    @Test
    void anothersAttemptDoesNotUseTheTokenUp() throws Exception {
        Operation alices = issued();
        assertThatThrownBy(() -> placed(order("bob", alices.key()))).isInstanceOf(TokenRefusedException.class);
        assertThat(placed(alices).replayed()).isFalse();
    }

    @Test
    void aRejectionUnderATokenIsGivenAgain() {
        Operation order = issued();
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(() -> shop.yici.once(order, ASKED, Answer.stored(String.class), connection -> {
                        throw Rejection.of("closed", "The shop is closed.");
                    }))
                    .isInstanceOf(Rejection.class);
        }
    }

    @Test
    void whereTokensAreAcceptedKeysOfTheClientAreTooButNoneThatLooksLikeOne() throws Exception {
        Operation own = Operation.named("open").by("alice").key(Shop.freshKey());
        assertThat(placed(own).replayed()).isFalse();
        assertThat(placed(own).replayed()).isTrue();
        String token = TOKENS.issue("open", "alice");
        assertThat(placed(Operation.named("open").by("alice").key(token)).replayed())
                .isFalse();
        assertThatThrownBy(() -> placed(Operation.named("open").by("bob").key(token)))
                .isInstanceOf(TokenRefusedException.class);
        assertThatThrownBy(() -> placed(Operation.named("open").by("bob").key("yt1.mine")))
                .isInstanceOf(TokenRefusedException.class);
    }

    @Test
    void whereNoTokensAreTakenOneIsAKeyLikeAnyOther() throws Exception {
        Operation plain = Operation.named("none").by("alice").key(TOKENS.issue("order.create", "bob"));
        assertThat(placed(plain).replayed()).isFalse();
        assertThat(placed(plain).replayed()).isTrue();
    }

    /** Observe mode refuses nothing, and tells what it would have refused. */
    @Test
    void whileAnOperationIsOnlyWatchedEveryKeyRuns() throws Exception {
        for (String key :
                List.of(Shop.freshKey(), TOKENS.issue("watched", "bob"), OF_YESTERDAY.issue("watched", "alice"))) {
            EVENTS.clear();
            assertThat(placed(Operation.named("watched").by("alice").key(key)).replayed())
                    .isFalse();
            assertThat(EVENTS).extracting(OperationEvent::kind).contains(Kind.WOULD_REFUSE, Kind.EXECUTED);
            EVENTS.clear();
            Operation outside = Operation.named("watched").by("alice").key(key);
            assertThat(shop.yici.external().take(outside, ASKED, Answer.stored(String.class)))
                    .isInstanceOf(Taken.Running.class);
            assertThat(EVENTS).extracting(OperationEvent::kind).contains(Kind.WOULD_REFUSE);
        }
    }

    /** An answer that outlived its record is gone for good: the token never runs again. */
    @Test
    void aTokenWhoseRecordIsGoneIsExpiredByThen() throws Exception {
        Operation order = order("alice", OF_YESTERDAY.issue("order.create", "alice"));
        try (JdbcYici dayBefore = JdbcYici.on(shop.pool)
                .defaults(OperationSettings.defaults().demandsToken())
                .tokens(OF_YESTERDAY)
                .withoutScheduledCleanUp()
                .build()) {
            dayBefore.once(order, ASKED, Answer.stored(String.class), connection -> "done");
        }
        assertThat(RecordAgeing.on(shop.pool).age(order, Duration.ofDays(40))).isEqualTo(1);
        assertThatThrownBy(() -> shop.yici.once(order, ASKED, Answer.stored(String.class), Shop::never))
                .isInstanceOf(TokenExpiredException.class);
    }

    @Test
    void withoutASecretAnOperationThatTakesTokensDoesNotStart() {
        assertThatThrownBy(() -> JdbcYici.on(shop.pool)
                        .operation("order.create", OperationSettings.defaults().demandsToken())
                        .build())
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("order.create")
                .hasMessageContaining("yici.tokens.secrets");
    }

    @Test
    void recordsThatAreKeptShorterThanTokensLiveAreRefusedAtStart() {
        OperationSettings brief = OperationSettings.defaults()
                .answersFor(Duration.ofMinutes(31))
                .refusesFor(Duration.ZERO)
                .entry(EntryRules.none().tokens(TokenUse.ACCEPTED).marksFor(Duration.ofMinutes(1)));
        assertThatThrownBy(() -> JdbcYici.on(shop.pool)
                        .operation("brief", brief)
                        .tokens(TOKENS)
                        .build())
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("brief")
                .hasMessageContaining("PT32M");
        JdbcYici.on(shop.pool)
                .operation("brief", brief.refusesFor(Duration.ofMinutes(1)))
                .tokens(TOKENS)
                .withoutScheduledCleanUp()
                .build()
                .close();
    }

    private static Outcome<Shop.Receipt> placed(Operation operation) throws Exception {
        return shop.yici.once(
                operation, Shop.ONE_TEA, Shop.Receipt.class, connection -> shop.place(connection, Shop.ONE_TEA));
    }

    private static boolean passed(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static Operation issued() {
        return order("alice", TOKENS.issue("order.create", "alice"));
    }

    private static Operation order(String caller, String token) {
        return Operation.named("order.create").by(caller).key(token);
    }

    private static FormTokens at(Instant now) {
        return FormTokens.signedBy("test", SECRET)
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .build();
    }
}
