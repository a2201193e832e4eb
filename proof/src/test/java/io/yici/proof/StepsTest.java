package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.InProgressException;
import io.yici.MismatchException;
import io.yici.MisuseException;
import io.yici.Operation;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.SetupException;
import io.yici.Standing;
import io.yici.external.Conclusion;
import io.yici.external.ExternalSteps;
import io.yici.external.Settler;
import io.yici.external.SettlerRound;
import io.yici.external.StepSettings;
import io.yici.external.Taken;
import io.yici.jdbc.JdbcYici;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.store.StepState;
import io.yici.test.CrashPoint;
import io.yici.test.CrashPoints;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls to other systems, from the claim to the answer, on each database: B13 F4, B52, R1 to R3. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class StepsTest {
    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        shop = Shop.open(
                given,
                8,
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ZERO))
                        .operation("observed", OperationSettings.defaults().mode(OperationSettings.Mode.OBSERVE)));
        Payment.createTable(shop);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Test
    void anOperationIsPaidOnceAndRepeatsGetTheSameAnswer() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.EXECUTED));
        assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.REPLAYED));
        one.assertPaidOnce();
        assertThat(shop.yici.resolve(one.operation)).isEqualTo(Standing.FINISHED);
        assertThat(one.view().state()).isEqualTo(StepState.DONE);
        assertThat(shop.number("select count(*) from yici_step where step_key = '" + one.key(1)
                        + "' and input is null and evidence is null"))
                .as("what was asked and answered is not kept once it is applied")
                .isEqualTo(1);
    }

    @Test
    void anotherRequestUnderTheSameKeyIsAMismatchWhetherItHasEndedOrNot() {
        PaymentCase ended = new PaymentCase(shop, Bank.thatChargesEveryTime());
        ended.pay();
        PaymentCase open =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST), PaymentCase.SETTINGS);
        assertThatThrownBy(open::pay).isInstanceOf(OutcomeUnknownException.class);
        for (PaymentCase each : new PaymentCase[] {ended, open}) {
            assertThatThrownBy(() -> each.steps.run(each.payment, each.operation, Fingerprint.of("else"), Shop::never))
                    .isInstanceOf(MismatchException.class);
        }
    }

    @Test
    void aRejectionBeforeTheCallIsRecordedAndItsWritesAreUndone() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(() -> one.steps.run(one.payment, one.operation, Fingerprint.of("x"), () -> {
                        one.payment.prepare(one.orderNo);
                        throw Payment.DECLINED;
                    }))
                    .isEqualTo(Payment.DECLINED);
        }
        assertThat(one.bank.calls).hasValue(0);
        assertThat(shop.number("select count(*) from payments where order_no = '" + one.orderNo + "'"))
                .isZero();
        assertThat(shop.yici.resolve(one.operation)).isEqualTo(Standing.REJECTED);
    }

    @Test
    void anExceptionBeforeTheCallPassesUnchangedAndLeavesTheKeyFree() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        IllegalStateException bug = new IllegalStateException("bug");
        assertThatThrownBy(() -> one.steps.run(one.payment, one.operation, Fingerprint.of(one.orderNo), () -> {
                    one.payment.prepare(one.orderNo);
                    throw bug;
                }))
                .isSameAs(bug);
        assertThat(one.pay().replayed()).isFalse();
        one.assertPaidOnce();
    }

    @Test
    void itIsRefusedInsideATransactionAndWhileAnotherAttemptRuns() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        assertThatThrownBy(() -> shop.yici.once(
                        Shop.order(Shop.freshKey()),
                        Fingerprint.of("x"),
                        Answer.stored(String.class),
                        connection -> one.pay().value()))
                .isInstanceOf(MisuseException.class);
        one.payment.beforeSending(() -> {
            assertThatThrownBy(() -> onAnotherThread(one::pay)).hasRootCauseInstanceOf(InProgressException.class);
            assertThat(one.settle().isNothing()).isTrue();
            assertThat(shop.yici.resolve(one.operation)).isEqualTo(Standing.IN_PROGRESS);
        });
        one.pay();
        one.assertPaidOnce();
    }

    /** B52, first two steps, and B13 F4: the books say unknown, and the same key asks instead of paying again. */
    @Test
    void afterALostAnswerARepeatAsksInsteadOfCallingAgain() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOfSatisfying(OutcomeUnknownException.class, unknown -> {
            assertThat(unknown.isSettling()).isTrue();
            assertThat(unknown.retryable()).isTrue();
        });
        assertThat(shop.yici.resolve(one.operation)).isEqualTo(Standing.UNRESOLVED);
        assertThat(one.booked("pending")).isEqualTo(1);
        assertThat(one.pay().value()).isEqualTo("paid " + one.orderNo);
        one.assertPaidOnce();
        assertThat(one.bank.calls).hasValue(1);
        assertThat(one.number("prepared")).isEqualTo(1);
    }

    @Test
    void theSettlerDoesTheSameWithoutARepeat() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.settle().isNothing()).as("not due yet").isTrue();
        assertThat(one.later().settle()).isEqualTo(SettlerRound.of(1, 0, 0, 0));
        one.assertPaidOnce();
        assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.REPLAYED));
    }

    /** B52, third step: what is known is kept, and the books are written later, without asking again. */
    @Test
    void whatCouldNotBeBookedIsKeptAndBookedLater() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        one.payment.duringBooking(() -> {
            throw new IllegalStateException("disk full");
        });
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class).hasRootCauseMessage("disk full");
        assertThat(one.booked("pending")).isEqualTo(1);
        assertThat(one.view().reason()).contains("disk full");
        one.later().settle();
        assertThat(one.booked("pending")).isEqualTo(1);
        one.payment.duringBooking(null);
        assertThat(one.muchLater().settle().settled()).isEqualTo(1);
        one.assertPaidOnce();
        assertThat(one.bank.queries).hasValue(0);
        assertThat(one.bank.calls).hasValue(1);
    }

    /** B52, last step: lost on the way; sent again under the same key, once it cannot arrive any more. */
    @Test
    void whatNeverArrivedIsSentAgainOnlyAfterTheSettleDelayToASideThatRecognisesKeys() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatRecognisesKeys().at(Bank.Call.REQUEST_IS_LOST), PaymentCase.DEDUPED);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(one::pay).as("within the settle delay").isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.bank.calls).hasValue(1);
        assertThat(one.later().pay().value()).isEqualTo("paid " + one.orderNo);
        assertThat(one.bank.calls).hasValue(2);
        assertThat(one.view().key()).isEqualTo(one.key(1));
        one.assertPaidOnce();
    }

    @Test
    void whatWasUnderWayAtTheFirstQueryIsFoundByALaterOne() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LATE), PaymentCase.DEDUPED);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.later(Duration.ofSeconds(100)).settle()).isEqualTo(SettlerRound.of(0, 1, 0, 0));
        assertThat(one.bank.calls).hasValue(1);
        one.bank.arrive(one.key(1));
        assertThat(one.later().settle().settled()).isEqualTo(1);
        one.assertPaidOnce();
    }

    @Test
    void whatNeverArrivedWaitsForAPersonWhereTheOtherSideMayNotRecogniseIt() {
        PaymentCase undeclared =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        PaymentCase tooLate = new PaymentCase(
                shop,
                Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST),
                PaymentCase.SETTINGS.dedupedFor(Duration.ofMinutes(6)));
        for (PaymentCase each : new PaymentCase[] {undeclared, tooLate}) {
            assertThatThrownBy(each::pay).isInstanceOf(OutcomeUnknownException.class);
            assertThat(each.later().settle()).isEqualTo(SettlerRound.of(0, 0, 1, 0));
            assertThat(each.view().state()).isEqualTo(StepState.OPERATORS);
            assertThatThrownBy(each::pay).isInstanceOf(OutcomeUnknownException.class);
            assertThat(each.bank.calls).hasValue(1);
            assertThat(each.booked("pending")).isEqualTo(1);
        }
    }

    @Test
    void aRefusalOfTheOtherSideIsRecordedAndWhatWasWrittenAboutItIsKept() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.DECLINES));
        assertThatThrownBy(one::pay).isEqualTo(Payment.DECLINED);
        assertThatThrownBy(one::pay)
                .isInstanceOfSatisfying(
                        Rejection.class,
                        rejection -> assertThat(rejection.recorded()).isTrue())
                .isEqualTo(Payment.DECLINED);
        assertThat(one.booked("failed")).isEqualTo(1);
        assertThat(one.bank.calls).hasValue(1);
        assertThat(one.view().state()).isEqualTo(StepState.FAILED);
    }

    /** R2: the query proves the failure; the next attempt uses the next key. */
    @Test
    void afterAProvenFailureTheNextKeyIsCalled() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.DECLINES_AND_THE_ANSWER_IS_LOST));
        one.payment.onFailure(Conclusion::again);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.view().generation()).isEqualTo(2);
        assertThat(one.view().state()).isEqualTo(StepState.INTENDED);
        assertThat(one.pay().value()).isEqualTo("paid " + one.orderNo);
        assertThat(one.view().key()).isEqualTo(one.key(2)).isNotEqualTo(one.key(1));
        assertThat(one.bank.calls).hasValue(2);
        assertThat(one.bank.charges(one.orderNo)).isEqualTo(1);
        assertThat(one.booked("paid")).isEqualTo(1);
    }

    @Test
    void whatWasNotSentIsNotUnknownAndIsSentLater() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CANNOT_BE_REACHED));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.view().state()).isEqualTo(StepState.INTENDED);
        assertThat(one.view().calledAt()).isNull();
        assertThat(one.later().settle().settled()).isEqualTo(1);
        assertThat(one.bank.queries).hasValue(0);
        one.assertPaidOnce();
    }

    /** A process that dies leaves a lease; R1 with real processes is in StepsCrashTest. */
    @Test
    void anAttemptThatVanishedBeforeTheCallIsMadeAndOneThatVanishedAfterwardsIsAskedFor() {
        PaymentCase before = new PaymentCase(shop, Bank.thatChargesEveryTime(), PaymentCase.DEDUPED);
        before.payment.beforeSending(PaymentCase::vanish);
        PaymentCase after = new PaymentCase(shop, Bank.thatChargesEveryTime());
        after.payment.afterSending(PaymentCase::vanish);
        for (PaymentCase each : new PaymentCase[] {before, after}) {
            assertThatThrownBy(each::pay).isInstanceOf(PaymentCase.Vanished.class);
            assertThatThrownBy(each::pay).isInstanceOf(InProgressException.class);
            each.payment.beforeSending(null).afterSending(null);
            assertThat(each.later().settle().settled()).isEqualTo(1);
            each.assertPaidOnce();
            assertThat(each.number("prepared")).isEqualTo(1);
        }
    }

    /** The one that was too slow finds its attempt gone, calls nobody, and answers with what the other has done. */
    @Test
    void anAttemptThatWasTakenOverCallsNobody() {
        PaymentCase one = takenOverBeforeTheStamp(Bank.thatChargesEveryTime(), SettlerRound.of(1, 0, 0, 0));
        assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.REPLAYED));
        assertThat(one.bank.calls).hasValue(1);
        one.assertPaidOnce();
    }

    @Test
    void anAttemptThatWasTakenOverDoesNotCallOnceMoreWhatTheOtherDidNotSeeTheEndOf() {
        PaymentCase one = takenOverBeforeTheStamp(
                Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST), SettlerRound.of(0, 1, 0, 0));
        assertThat(one.pay().value()).isEqualTo("paid " + one.orderNo);
        assertThat(one.bank.calls).hasValue(1);
        one.assertPaidOnce();
    }

    /** A payment on a slow node: when it has claimed, and before it stamps, its lease ends and a settler takes over. */
    private static PaymentCase takenOverBeforeTheStamp(Bank bank, SettlerRound expected) {
        Runnable[] meanwhile = new Runnable[1];
        PaymentCase one = heldUpBeforeTheStamp(bank, PaymentCase.SETTINGS, () -> meanwhile[0].run());
        Payment elsewhere = new Payment(shop.yici::connection, bank, one.payment.operation(), PaymentCase.SETTINGS);
        ExternalSteps others = shop.yici.externalSteps(elsewhere);
        meanwhile[0] = () -> {
            one.later();
            assertThat(others.settler().runOnce()).isEqualTo(expected);
        };
        return one;
    }

    /** A payment on a node of its own that is held up between its claim and its stamp. */
    private static PaymentCase heldUpBeforeTheStamp(Bank bank, StepSettings settings, CrashPoints.Action action) {
        AtomicInteger connections = new AtomicInteger(Integer.MIN_VALUE);
        JdbcYici slow = JdbcYici.on(CrashPoints.at(CrashPoint.BEFORE_CLAIM, shop.pool, () -> {
                    if (connections.incrementAndGet() == 2) {
                        action.reached();
                    }
                }))
                .codec(new Jackson3Codec())
                .withoutScheduledCleanUp()
                .build();
        PaymentCase one = new PaymentCase(shop, slow, bank, settings);
        connections.set(0);
        return one;
    }

    /** A call that could outlast its lease is not sent: its monotonic clock says so, whatever the database's says. */
    @Test
    void whatCouldBeSentOnlyTooLateIsNotSentAndItsStampIsTakenBack() {
        StepSettings narrow = StepSettings.timed(Duration.ofSeconds(100), Duration.ofMillis(100_050));
        PaymentCase one = heldUpBeforeTheStamp(
                Bank.thatChargesEveryTime(), narrow, () -> new CountDownLatch(1).await(60, TimeUnit.MILLISECONDS));
        assertThatThrownBy(one::pay)
                .isInstanceOfSatisfying(
                        OutcomeUnknownException.class,
                        unknown -> assertThat(unknown.found()).contains("the lease was nearly over"));
        assertThat(one.bank.calls).hasValue(0);
        assertThat(one.view().state()).isEqualTo(StepState.INTENDED);
        assertThat(one.view().calledAt()).isNull();
        assertThat(shop.yici.resolve(one.operation)).isEqualTo(Standing.UNRESOLVED);
    }

    @Test
    void severalSettlersMakeEachCallOnce() {
        PaymentCase[] all = new PaymentCase[12];
        Bank bank = Bank.thatChargesEveryTime();
        Payment payment = new Payment(shop.yici::connection, bank, "pay-race-" + Shop.freshKey(), PaymentCase.SETTINGS);
        ExternalSteps[] nodes = {shop.yici.externalSteps(payment), shop.yici.externalSteps(payment)};
        for (int index = 0; index < all.length; index++) {
            String orderNo = "race-" + Shop.freshKey();
            Operation operation =
                    Operation.named(payment.operation()).by("alice").key(orderNo);
            nodes[0].queue(payment, operation, Fingerprint.of(orderNo), () -> payment.prepare(orderNo));
        }
        Race.within(Duration.ofSeconds(60))
                .run(4, runner -> () -> {
                    for (int rounds = 0; rounds < 5; rounds++) {
                        nodes[runner % 2].settler(5).runOnce();
                    }
                    return true;
                })
                .forEach(Race.Finish::answer);
        while (!nodes[0].settler().runOnce().isNothing()) {
            RecordAgeing.on(shop.pool).ageAll(Duration.ofMinutes(1));
        }
        assertThat(bank.calls).hasValue(all.length);
        assertThat(bank.ledger.entries()).doesNotHaveDuplicates().hasSize(all.length);
        assertThat(shop.number("select count(*) from payments where order_no like 'race-%' and state = 'paid'"
                        + " and booked = 1"))
                .isGreaterThanOrEqualTo(all.length);
    }

    /** A round can take long, and what it found due at its start may have been taken up by another node meanwhile. */
    @Test
    void whatAnotherSettlerHasPutOffDuringALongRoundIsLeftUntilItIsDueAgain() {
        PaymentCase slow = new PaymentCase(shop, Bank.thatChargesEveryTime());
        PaymentCase other = new PaymentCase(
                shop,
                Bank.thatChargesEveryTime()
                        .at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST)
                        .queriedAlways(Bank.Query.UNDECIDED));
        ExternalSteps node = shop.yici.externalSteps(slow.payment, other.payment);
        slow.queue();
        slow.later(Duration.ofHours(20));
        assertThatThrownBy(other::pay).isInstanceOf(OutcomeUnknownException.class);
        other.muchLater();
        slow.payment.beforeSending(() -> assertThat(other.settle()).isEqualTo(SettlerRound.of(0, 1, 0, 0)));
        assertThat(node.settler().runOnce()).isEqualTo(SettlerRound.of(1, 0, 0, 0));
        assertThat(other.bank.queries).hasValue(1);
        assertThat(other.view().tries()).isEqualTo(1);
        assertThat(other.muchLater().settle()).isEqualTo(SettlerRound.of(0, 1, 0, 0));
    }

    /** The calls of another kind wait for no exchange that does not come back. */
    @Test
    void aCallThatHangsKeepsNoOtherKindWaiting() throws Exception {
        PaymentCase hanging = new PaymentCase(shop, Bank.thatChargesEveryTime());
        PaymentCase other = new PaymentCase(shop, Bank.thatChargesEveryTime());
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch booked = new CountDownLatch(1);
        hanging.payment.beforeSending(() -> {
            reached.countDown();
            await(booked);
        });
        other.payment.beforeSending(() -> await(reached));
        other.payment.duringBooking(booked::countDown);
        hanging.queue();
        hanging.later(Duration.ofMinutes(1));
        other.queue();
        try (Settler settler =
                shop.yici.externalSteps(hanging.payment, other.payment).settler()) {
            settler.start(Duration.ofMillis(20));
            assertThat(booked.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(other.bank.charges(other.orderNo)).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(40, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nothing came in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** B57: the texts of exceptions name hosts, addresses and worse. */
    @Test
    void whatACallThrewIsNotedForOperatorsAndNotToldToCallers() {
        PaymentCase one = new PaymentCase(
                shop,
                Bank.thatChargesEveryTime()
                        .at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST)
                        .queried(Bank.Query.FAILS));
        for (String thrown : new String[] {"read timed out", "connection reset"}) {
            assertThatThrownBy(one::pay)
                    .isInstanceOfSatisfying(
                            OutcomeUnknownException.class,
                            unknown -> assertThat(unknown.found()).doesNotContain(thrown))
                    .rootCause()
                    .hasMessage(thrown);
            assertThat(one.view().reason()).contains(thrown);
        }
    }

    @Test
    void aCallThatBreaksTheSettlerDoesNotKeepOthersWaitingAndEndsAtAPerson() {
        PaymentCase broken =
                new PaymentCase(shop, Bank.thatChargesEveryTime(), PaymentCase.SETTINGS.tries(2, Duration.ofHours(1)));
        PaymentCase other = new PaymentCase(shop, Bank.thatChargesEveryTime());
        ExternalSteps steps = shop.yici.externalSteps(broken.payment, other.payment);
        broken.payment.beforeSending(PaymentCase::vanish);
        broken.bank.queriedAlways(Bank.Query.BREAKS);
        broken.queue();
        broken.later();
        other.queue();
        other.later(Duration.ofSeconds(1));
        assertThat(steps.settler().runOnce()).isEqualTo(SettlerRound.of(1, 0, 0, 1));
        assertThat(broken.muchLater().settle()).isEqualTo(SettlerRound.of(0, 0, 0, 1));
        assertThat(broken.muchLater().settle()).isEqualTo(SettlerRound.of(0, 0, 1, 0));
        assertThat(broken.view().state()).isEqualTo(StepState.OPERATORS);
        assertThat(broken.muchLater().settle().isNothing()).isTrue();
        assertThat(shop.yici.resolve(broken.operation)).isEqualTo(Standing.UNRESOLVED);
    }

    /** R6 for the next keys: what fails each time is told to a person, too, and not called for ever. */
    @Test
    void whatFailsUnderEachKeyWaitsForAPerson() {
        Bank.Call[] always = new Bank.Call[20];
        Arrays.fill(always, Bank.Call.DECLINES);
        PaymentCase one = new PaymentCase(
                shop, Bank.thatChargesEveryTime().at(always), PaymentCase.SETTINGS.tries(4, Duration.ofHours(1)));
        one.payment.onFailure(Conclusion::again);
        one.queue();
        for (int rounds = 0; rounds < 4; rounds++) {
            one.muchLater().settle();
        }
        assertThat(one.view().state()).isEqualTo(StepState.OPERATORS);
        assertThat(one.bank.calls.get()).isBetween(2, 4);
        assertThat(one.muchLater().settle().isNothing()).isTrue();
    }

    @Test
    void aQueuedCallCommitsWithTheCallersTransactionAndIsMadeAfterwards() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        assertThatThrownBy(() -> inATransaction(() -> {
                    one.queue();
                    throw new IllegalStateException("undone");
                }))
                .hasMessage("undone");
        assertThat(one.steps.find(one.operation)).isEmpty();
        inATransaction(one::queue);
        inATransaction(one::queue);
        one.queue();
        assertThatThrownBy(() -> one.steps.queue(one.payment, one.operation, Fingerprint.of("else"), Shop::never))
                .isInstanceOf(MismatchException.class);
        assertThat(one.bank.calls).hasValue(0);
        assertThat(one.later(Duration.ofMillis(10)).settle().settled()).isEqualTo(1);
        one.assertPaidOnce();
        assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.REPLAYED));
    }

    @Test
    void aKeyWhoseCallIsOpenIsNotForgottenAndAForgottenOneUsesTheNextKey() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(() -> shop.yici.forget(one.operation, "ann", "in a hurry"))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("operators' queue");
        assertThat(one.pay().value()).isEqualTo("paid " + one.orderNo);
        assertThat(shop.yici.forget(one.operation, "ann", "refunded by hand")).isEqualTo(Standing.FINISHED);
        shop.execute("delete from payments where order_no = '" + one.orderNo + "'");
        assertThat(one.pay().replayed()).isFalse();
        assertThat(one.view().key()).isEqualTo(one.key(2));
    }

    @Test
    void cleanUpRemovesWhatEndedLongAgoAndNothingThatIsOpen() throws Exception {
        PaymentCase ended = new PaymentCase(shop, Bank.thatChargesEveryTime());
        ended.pay();
        PaymentCase open = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(open::pay).isInstanceOf(OutcomeUnknownException.class);
        shop.yici.cleanup().runUntilDone(100);
        assertThat(ended.steps.find(ended.key(1))).isPresent();
        ended.later(Duration.ofDays(38));
        open.later(Duration.ofDays(38));
        assertThat(shop.yici.cleanup().runUntilDone(100).steps()).isEqualTo(1);
        assertThat(ended.steps.find(ended.key(1))).isEmpty();
        assertThat(open.steps.find(open.key(1))).isPresent();
    }

    @Test
    void aNodeThatDoesNotKnowAnOperationLeavesItsCallsToOthers() {
        PaymentCase known = new PaymentCase(shop, Bank.thatChargesEveryTime());
        known.queue();
        PaymentCase other = new PaymentCase(shop, Bank.thatChargesEveryTime());
        known.later(Duration.ofSeconds(1));
        assertThat(other.settle().isNothing()).isTrue();
        assertThat(known.view().state()).isEqualTo(StepState.INTENDED);
        assertThat(known.settle().settled()).isEqualTo(1);
    }

    @Test
    void whatCouldNotBeKeptOrSettledIsRefusedAtTheDeclaration() {
        Payment observed =
                new Payment(shop.yici::connection, Bank.thatRecognisesKeys(), "observed", StepSettings.defaults());
        Payment twice = new Payment(shop.yici::connection, Bank.thatRecognisesKeys(), "twice", StepSettings.defaults());
        assertThatThrownBy(() -> shop.yici.externalSteps(observed, twice, twice))
                .isInstanceOfSatisfying(
                        SetupException.class,
                        refused -> assertThat(refused.problems()).hasSize(2));
    }

    @Test
    void aResumableRunIsEnteredAgainInPlaceOfOneThatEndedWithoutAnAnswer() {
        Operation operation = Operation.named("resumable").by("alice").key(Shop.freshKey());
        Fingerprint asked = Fingerprint.of("pay 10");
        ((Taken.Running<String>) take(operation, asked, true)).leaveUnresolved(null);
        assertThatThrownBy(() -> take(operation, asked, false)).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(() -> take(operation, Fingerprint.of("pay 20"), true))
                .isInstanceOf(MismatchException.class);
        Taken.Running<String> second = (Taken.Running<String>) take(operation, asked, true);
        assertThatThrownBy(() -> take(operation, asked, true)).isInstanceOf(InProgressException.class);
        RecordAgeing.on(shop.pool).age(operation, Duration.ofMinutes(5));
        Taken.Running<String> third = (Taken.Running<String>) take(operation, asked, true);
        assertThatThrownBy(() -> second.finish("from the one that was taken over"))
                .isInstanceOf(OutcomeUnknownException.class);
        third.withdraw();
        assertThat(shop.yici.resolve(operation))
                .as("an earlier run may have done something")
                .isEqualTo(Standing.UNRESOLVED);
        assertThat(((Taken.Running<String>) take(operation, asked, true))
                        .finish("paid")
                        .value())
                .isEqualTo("paid");
        assertThat(take(operation, asked, true))
                .isEqualTo(new Taken.Answered<>(new Outcome<>("paid", Outcome.Kind.REPLAYED)));
    }

    private static Taken<String> take(Operation operation, Fingerprint asked, boolean resumable) {
        return shop.yici.external().take(operation, asked, Answer.stored(String.class), resumable);
    }

    private static void inATransaction(Runnable work) {
        shop.yici.once(Shop.order(Shop.freshKey()), Fingerprint.of("x"), Answer.stored(String.class), connection -> {
            work.run();
            return "done";
        });
    }

    private static <T> T onAnotherThread(Callable<T> work) {
        return Race.within(Duration.ofSeconds(30)).run(1, runner -> work).get(0).answer();
    }
}
