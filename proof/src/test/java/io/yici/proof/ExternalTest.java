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
import io.yici.Standing;
import io.yici.external.ExternalOperations;
import io.yici.external.Taken;
import io.yici.test.Race;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that leaves the database is taken once, and what nobody knows is called unknown, on each database. */
@ParameterizedClass
@SuppressWarnings("NullAway.Init") // opened before each invocation
@MethodSource("io.yici.proof.Ground#each")
class ExternalTest {
    private static final Fingerprint ASKED = Fingerprint.of("pay 10");

    @Parameter
    Ground ground;

    private static Shop shop;
    private static ExternalOperations external;

    @BeforeParameterizedClassInvocation
    static void open(Ground given) {
        shop = Shop.open(
                given,
                8,
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ZERO))
                        .operation("patient", OperationSettings.defaults().waitsFor(Duration.ofSeconds(30)))
                        .operation("observed", OperationSettings.defaults().mode(OperationSettings.Mode.OBSERVE)));
        external = shop.yici.external();
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop.close();
    }

    @Test
    void aFinishedRunIsReplayed() {
        Operation operation = payment();
        assertThat(running(operation).finish("paid")).isEqualTo(new Outcome<>("paid", Outcome.Kind.EXECUTED));
        assertThat(take(operation)).isEqualTo(new Taken.Answered<>(new Outcome<>("paid", Outcome.Kind.REPLAYED)));
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.FINISHED);
    }

    @Test
    void whileItRunsEveryOtherCallIsInProgressWhateverItAsks() {
        Operation operation = payment();
        Taken.Running<String> run = running(operation);
        assertThatThrownBy(() -> take(operation)).isInstanceOf(InProgressException.class);
        assertThatThrownBy(() -> external.take(operation, Fingerprint.of("other"), Answer.stored(String.class)))
                .isInstanceOf(InProgressException.class);
        assertThatThrownBy(() -> shop.yici.once(operation, ASKED, Answer.stored(String.class), Shop::never))
                .isInstanceOf(InProgressException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.IN_PROGRESS);
        run.finish("paid");
        assertThatThrownBy(() -> external.take(operation, Fingerprint.of("other"), Answer.stored(String.class)))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    void whileItRunsACallInsideOfAnotherRunIsInProgressToo() {
        Operation operation = payment();
        Taken.Running<String> run = running(operation);
        assertThatThrownBy(() -> shop.yici.once(
                        Shop.order(Shop.freshKey()),
                        ASKED,
                        Answer.stored(String.class),
                        connection -> shop.yici
                                .once(operation, ASKED, Answer.stored(String.class), Shop::never)
                                .value()))
                .isInstanceOf(InProgressException.class);
        run.finish("paid");
    }

    @Test
    void oncePastItsLeaseItIsUnknownUntilItsLateEndIsRecorded() {
        Operation operation = payment();
        Taken.Running<String> run = running(operation);
        assertThat(RecordAgeing.on(shop.pool).age(operation, Duration.ofSeconds(61)))
                .isEqualTo(1);
        assertThatThrownBy(() -> take(operation)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.UNRESOLVED);
        run.finish("paid late");
        assertThat(take(operation)).isEqualTo(new Taken.Answered<>(new Outcome<>("paid late", Outcome.Kind.REPLAYED)));
    }

    @Test
    void anEndThatIsRecordedAfterTheTimeForAnswersIsAnsweredFromThenOn() {
        Operation operation = payment();
        Taken.Running<String> run = running(operation);
        assertThat(RecordAgeing.on(shop.pool).age(operation, Duration.ofDays(38)))
                .isEqualTo(1);
        run.finish("paid late");
        assertThat(take(operation)).isEqualTo(new Taken.Answered<>(new Outcome<>("paid late", Outcome.Kind.REPLAYED)));
    }

    @Test
    void whatIsLeftUnresolvedIsNeverRunAgainUntilAnOperatorForgetsIt() {
        Operation operation = payment();
        running(operation).leaveUnresolved(new IllegalStateException("timed out"));
        assertThatThrownBy(() -> take(operation)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(shop.yici.forget(operation, "ann", "the bank says it never came"))
                .isEqualTo(Standing.UNRESOLVED);
        assertThat(take(operation)).isInstanceOf(Taken.Running.class);
    }

    @Test
    void aRunThatWasForgottenMeanwhileSaysSoInsteadOfBeingRecorded() {
        Operation operation = payment();
        Taken.Running<String> run = running(operation);
        shop.yici.forget(operation, "ann", "in a hurry");
        assertThatThrownBy(() -> run.finish("paid")).isInstanceOf(OutcomeUnknownException.class);
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
    }

    @Test
    void whatIsWithdrawnIsFree() {
        Operation operation = payment();
        running(operation).withdraw();
        assertThat(shop.yici.resolve(operation)).isEqualTo(Standing.ABSENT);
        assertThat(take(operation)).isInstanceOf(Taken.Running.class);
    }

    @Test
    void aPatientCallWaitsForTheRunAndGetsItsAnswer() throws Exception {
        Operation operation = Operation.named("patient").by("alice").key(Shop.freshKey());
        Taken.Running<String> run = running(operation);
        CompletableFuture<Taken<String>> waiting = CompletableFuture.supplyAsync(() -> take(operation));
        run.finish("paid");
        assertThat(waiting.get(30, TimeUnit.SECONDS))
                .isEqualTo(new Taken.Answered<>(new Outcome<>("paid", Outcome.Kind.REPLAYED)));
    }

    @Test
    void ofManyCallsAtOnceOneRuns() {
        Operation operation = payment();
        assertThat(Race.within(Duration.ofSeconds(60)).run(8, runner -> () -> take(operation)).stream()
                        .filter(finish -> finish.value() instanceof Taken.Running))
                .hasSize(1);
    }

    @Test
    void itIsNamedToWhatItRunsAndRefusedInsideATransaction() {
        Operation operation = payment();
        Taken.Running<String> run = running(operation);
        assertThat(run.<Operation, RuntimeException>within(
                        () -> Operation.current().orElseThrow()))
                .isEqualTo(operation);
        run.finish("paid");
        assertThatThrownBy(() -> shop.yici.once(
                        Shop.order(Shop.freshKey()),
                        ASKED,
                        Answer.stored(String.class),
                        connection -> take(payment()).toString()))
                .isInstanceOf(MisuseException.class);
    }

    @Test
    void anObservedOneAlwaysRuns() {
        Operation operation = Operation.named("observed").by("alice").key(Shop.freshKey());
        running(operation).finish("first");
        assertThat(running(operation).finish("second").replayed()).isFalse();
    }

    private static Operation payment() {
        return Operation.named("pay").by("alice").key(Shop.freshKey());
    }

    private static Taken<String> take(Operation operation) {
        return external.take(operation, ASKED, Answer.stored(String.class));
    }

    private static Taken.Running<String> running(Operation operation) {
        Taken<String> taken = take(operation);
        assertThat(taken).isInstanceOf(Taken.Running.class);
        return (Taken.Running<String>) taken;
    }
}
