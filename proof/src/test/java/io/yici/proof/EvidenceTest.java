package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.Answer;
import io.yici.ExpiredException;
import io.yici.Fingerprint;
import io.yici.InvalidOperationException;
import io.yici.OperationEvent;
import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.OutcomeUnknownException;
import io.yici.Rejection;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.Settled;
import io.yici.external.SettlerRound;
import io.yici.external.StepView;
import io.yici.store.StepState;
import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Late responses, callbacks and people: one way in which evidence is applied, whoever brings it, on each database. B54,
 * B55, R4, R6.
 */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class EvidenceTest {
    private static final List<OperationEvent> EVENTS = new CopyOnWriteArrayList<>();

    @Parameter
    Ground ground;

    private static Shop shop;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        shop = Shop.open(
                given,
                8,
                builder -> builder.listener(EVENTS::add)
                        .defaults(OperationSettings.defaults().waitsFor(Duration.ZERO)));
        Payment.createTable(shop);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @BeforeEach
    void forgetEvents() {
        EVENTS.clear();
    }

    /** B54 a and b: the callback is there before the response. */
    @Test
    void aCallbackBeforeTheResponseIsAppliedAndTheResponseChangesNothing() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        one.payment.afterSending(
                () -> assertThat(onAnotherThread(one, one.success())).isEqualTo(Settled.APPLIED));
        assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.REPLAYED));
        one.assertPaidOnce();
    }

    /** B55, fourth step: each event delivered three times. */
    @Test
    void aCallbackThatComesThreeTimesAfterwardsIsAppliedOnce() {
        PaymentCase answered = new PaymentCase(shop, Bank.thatChargesEveryTime());
        answered.pay();
        PaymentCase lost =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST));
        assertThatThrownBy(lost::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(lost.steps.settle(lost.key(1), lost.success())).isEqualTo(Settled.APPLIED);
        for (PaymentCase each : List.of(answered, lost)) {
            for (int times = 0; times < 3; times++) {
                assertThat(each.steps.settle(each.key(1), each.success())).isEqualTo(Settled.ALREADY);
            }
            each.assertPaidOnce();
            assertThat(each.pay().replayed()).isTrue();
            assertThat(each.later().settle().isNothing()).isTrue();
        }
    }

    @Test
    void manyCallbacksAtOnceAreAppliedOnce() {
        PaymentCase one =
                new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        List<Settled> all = Race.within(Duration.ofSeconds(60))
                .run(6, runner -> () -> one.steps.settle(one.key(1), one.success()))
                .stream()
                .map(Race.Finish::answer)
                .toList();
        assertThat(all).containsOnly(Settled.APPLIED, Settled.ALREADY).containsOnlyOnce(Settled.APPLIED);
        one.assertPaidOnce();
    }

    @Test
    void evidenceOfTheOppositeRewritesNothingAndTellsAPersonOnce() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime());
        one.pay();
        for (int times = 0; times < 3; times++) {
            assertThat(one.steps.settle(one.key(1), Evidence.failed("chargeback")))
                    .isEqualTo(Settled.CONTRADICTS);
        }
        one.assertPaidOnce();
        assertThat(alarms(one)).isEqualTo(1);
        assertThat(waiting(one)).singleElement().satisfies(view -> {
            assertThat(view.contradicted()).isTrue();
            assertThat(view.reason()).contains("chargeback");
        });
        assertThat(one.steps.operators().askAgain(one.key(1), "ann", "?")).isFalse();
        assertThat(one.steps.operators().close(one.key(1), "ann", "booked by hand"))
                .isTrue();
        assertThat(waiting(one)).isEmpty();
        assertThat(one.view().state()).isEqualTo(StepState.DONE);
        assertThat(one.steps.settle(one.key(1), one.success())).isEqualTo(Settled.ALREADY);
        assertThat(one.pay().value()).isEqualTo("paid " + one.orderNo);
    }

    @Test
    void aSuccessOfAKeyThatWasTakenForFailedHoldsTheNextKeyBack() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.DECLINES));
        one.payment.onFailure(Conclusion::again);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.steps.settle(one.key(1), one.success())).isEqualTo(Settled.CONTRADICTS);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.muchLater().settle().isNothing()).isTrue();
        assertThat(one.bank.calls).hasValue(1);
        assertThat(waiting(one)).extracting(StepView::generation).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void aSuccessOfAKeyThatWasTakenForFailedHoldsTheNextKeyBackAlsoWhereItMayHaveBeenLost() {
        PaymentCase one = new PaymentCase(
                shop, Bank.thatRecognisesKeys().at(Bank.Call.DECLINES, Bank.Call.REQUEST_IS_LOST), PaymentCase.DEDUPED);
        one.payment.onFailure(Conclusion::again);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.view().state()).isEqualTo(StepState.CALLED);
        assertThat(one.steps.settle(one.key(1), one.success())).isEqualTo(Settled.CONTRADICTS);
        assertThat(one.muchLater().settle().isNothing()).isTrue();
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.bank.calls).hasValue(2);
        assertThat(waiting(one)).extracting(StepView::generation).containsExactlyInAnyOrder(1, 2);
    }

    /** What is known is not forgotten for being told the opposite before it could be booked. */
    @Test
    void evidenceOfTheOppositeOfWhatCouldNotBeBookedYetIsForAPerson() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        one.payment.duringBooking(() -> {
            throw new IllegalStateException("disk full");
        });
        assertThatThrownBy(() -> one.steps.settle(one.key(1), one.success())).hasMessage("disk full");
        one.payment.duringBooking(null);
        for (int times = 0; times < 2; times++) {
            assertThat(one.steps.settle(one.key(1), Evidence.failed("closed"))).isEqualTo(Settled.CONTRADICTS);
        }
        assertThat(one.muchLater().settle().isNothing()).isTrue();
        assertThat(one.booked("pending")).isEqualTo(1);
        assertThat(alarms(one)).isEqualTo(1);
        assertThat(waiting(one))
                .singleElement()
                .satisfies(view -> assertThat(view.contradicted()).isTrue());
        assertThat(one.steps.operators().conclude(one.key(1), one.success(), "ann", "it is in their books"))
                .isEqualTo(Settled.APPLIED);
        assertThat(one.booked("paid")).isEqualTo(1);
        assertThat(one.pay().value()).isEqualTo("paid " + one.orderNo);
    }

    /** Found out long after the time for answers, counted from the claim, was over: a repeat must not pay again. */
    @Test
    void whatIsFoundOutLateAnswersFromItsEndOn() throws Exception {
        for (Duration late : List.of(Duration.ofDays(8), Duration.ofDays(38))) {
            PaymentCase one =
                    new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.CHARGES_AND_THE_ANSWER_IS_LOST));
            assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
            assertThat(one.later(late).steps.settle(one.key(1), one.success())).isEqualTo(Settled.APPLIED);
            shop.yici.cleanup().runUntilDone(100);
            assertThat(one.pay()).isEqualTo(new Outcome<>("paid " + one.orderNo, Outcome.Kind.REPLAYED));
            assertThat(one.steps.settle(one.key(1), one.success())).isEqualTo(Settled.ALREADY);
            one.assertPaidOnce();
            one.later(Duration.ofDays(8));
            assertThatThrownBy(one::pay).isInstanceOf(ExpiredException.class);
        }
    }

    @Test
    void aFailureByCallbackEndsWhatIsStillRunning() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        one.payment.beforeSending(() -> onAnotherThread(one, Evidence.failed("closed")));
        assertThatThrownBy(one::pay).isEqualTo(Payment.DECLINED).isInstanceOf(Rejection.class);
        assertThat(one.booked("failed")).isEqualTo(1);
        assertThat(one.number("booked")).isEqualTo(1);
    }

    @Test
    void evidenceThatDecidesNothingOrIsOfNobodyChangesNothing() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.steps.settle(one.key(1), Evidence.undecided("processing")))
                .isEqualTo(Settled.UNDECIDED);
        assertThat(one.steps.settle(one.key(1), Evidence.absent())).isEqualTo(Settled.UNDECIDED);
        assertThat(one.steps.settle(one.key(2), one.success())).isEqualTo(Settled.UNKNOWN_KEY);
        assertThatThrownBy(() -> one.steps.settle(one.key(1), Evidence.succeeded("no receipt")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(one.booked("pending")).isEqualTo(1);
    }

    @Test
    void aCallbackThatCouldNotBeBookedThrowsAndIsBookedByTheSettler() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        one.payment.duringBooking(() -> {
            throw new IllegalStateException("disk full");
        });
        assertThatThrownBy(() -> one.steps.settle(one.key(1), one.success())).hasMessage("disk full");
        one.payment.duringBooking(null);
        assertThat(one.muchLater().settle().settled()).isEqualTo(1);
        assertThat(one.booked("paid")).isEqualTo(1);
        assertThat(one.bank.queries).as("it was known already").hasValue(0);
    }

    /** R4 and R6: never taken for a failure, and never dropped silently. */
    @Test
    void whatStaysUndecidedWaitsForAPersonWithOneAlarm() {
        PaymentCase one = new PaymentCase(
                shop,
                Bank.thatChargesEveryTime()
                        .at(Bank.Call.CHARGES_LATER)
                        .queried(Bank.Query.FAILS)
                        .queriedAlways(Bank.Query.UNDECIDED),
                PaymentCase.SETTINGS.tries(3, Duration.ofHours(1)));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThat(one.muchLater().settle()).isEqualTo(SettlerRound.of(0, 1, 0, 0));
        assertThat(one.settle().isNothing()).as("growing delays").isTrue();
        assertThat(one.muchLater().settle()).isEqualTo(SettlerRound.of(0, 1, 0, 0));
        assertThat(one.muchLater().settle()).isEqualTo(SettlerRound.of(0, 0, 1, 0));
        assertThat(one.muchLater().settle().isNothing()).isTrue();
        assertThat(alarms(one)).isEqualTo(1);
        assertThat(one.booked("pending")).isEqualTo(1);
        assertThat(waiting(one))
                .singleElement()
                .satisfies(view -> assertThat(view.reason()).isEqualTo("still processing"));

        one.bank.queriedAlways(Bank.Query.TRUTH);
        assertThatThrownBy(() -> one.steps.operators().askAgain(one.key(1), "", "why"))
                .isInstanceOf(InvalidOperationException.class);
        assertThat(one.steps.operators().askAgain(one.key(1), "ann", "the bank is up again"))
                .isTrue();
        assertThat(one.later(Duration.ofMillis(5)).settle().settled()).isEqualTo(1);
        one.assertPaidOnce();
        assertThat(audited(one, "ask-again")).isEqualTo(1);
    }

    @Test
    void aPersonConcludesOnTheSameWayAndIsWrittenDown() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        one.later().settle();
        assertThat(waiting(one)).hasSize(1);
        assertThat(one.steps.operators().conclude(one.key(1), Evidence.failed("never came"), "ann", "asked them"))
                .isEqualTo(Settled.APPLIED);
        assertThat(waiting(one)).isEmpty();
        assertThatThrownBy(one::pay).isEqualTo(Payment.DECLINED);
        assertThat(one.booked("failed")).isEqualTo(1);
        assertThat(audited(one, "conclude")).isEqualTo(1);
    }

    @Test
    void whatAPersonConcludesAndTheBooksRefuseChangesNothing() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        one.later().settle();
        one.payment.duringBooking(() -> {
            throw new IllegalStateException("another sum");
        });
        assertThatThrownBy(() -> one.steps.operators().conclude(one.key(1), one.success(), "ann", "a slip"))
                .hasMessage("another sum");
        one.payment.duringBooking(null);
        assertThat(one.muchLater().settle().isNothing()).isTrue();
        assertThat(waiting(one)).hasSize(1);
        assertThat(one.booked("pending")).isEqualTo(1);
        assertThat(alarms(one)).isEqualTo(1);
    }

    @Test
    void evidenceInATransactionOfTheCallerCommitsWithIt() {
        PaymentCase one = new PaymentCase(shop, Bank.thatChargesEveryTime().at(Bank.Call.REQUEST_IS_LOST));
        assertThatThrownBy(one::pay).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(() -> inATransaction(() -> {
                    assertThat(one.steps.settle(one.key(1), one.success())).isEqualTo(Settled.APPLIED);
                    throw new IllegalStateException("undone");
                }))
                .hasMessage("undone");
        assertThat(one.booked("pending")).isEqualTo(1);
        assertThat(one.view().state()).isEqualTo(StepState.CALLED);
        inATransaction(
                () -> assertThat(one.steps.settle(one.key(1), one.success())).isEqualTo(Settled.APPLIED));
        assertThat(one.booked("paid")).isEqualTo(1);
        assertThat(one.pay().replayed()).isTrue();
    }

    private static void inATransaction(Runnable work) {
        shop.yici.once(Shop.order(Shop.freshKey()), Fingerprint.of("x"), Answer.stored(String.class), connection -> {
            work.run();
            return "done";
        });
    }

    private static List<StepView> waiting(PaymentCase one) {
        return one.steps.operators().list(1000).stream()
                .filter(view -> view.operation().equals(one.operation.name()))
                .toList();
    }

    private static long alarms(PaymentCase one) {
        return EVENTS.stream()
                .filter(event -> event.kind() == OperationEvent.Kind.OPERATORS
                        && event.operation().equals(one.operation.name()))
                .count();
    }

    private static int audited(PaymentCase one, String action) {
        return shop.number("select count(*) from yici_audit where action = '" + action + "' and by_whom = 'ann'"
                + " and operation = '" + one.operation.name() + "'");
    }

    private static Settled onAnotherThread(PaymentCase one, Evidence<?> evidence) {
        return Race.within(Duration.ofSeconds(30))
                .run(1, runner -> () -> one.steps.settle(one.key(1), evidence))
                .get(0)
                .answer();
    }
}
