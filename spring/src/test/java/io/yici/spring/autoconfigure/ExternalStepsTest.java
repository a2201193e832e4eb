package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.ExternalSteps;
import io.yici.external.Settled;
import io.yici.external.StepCall;
import io.yici.spring.Applications;
import io.yici.store.StepState;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Calls to other systems under Spring: declared as beans, booked in Spring's transactions, settled by itself. */
class ExternalStepsTest {
    private final ApplicationContextRunner application =
            Applications.onH2().withBean(Transfer.class).withPropertyValues("yici.external.settle-every=20ms");

    private final Operation operation =
            Operation.named("transfer").by("alice").key(UUID.randomUUID().toString());

    @Test
    void theBooksAreWrittenInSpringsTransactionAndTheCallOutsideOfEveryOne() {
        application.run(context -> {
            Transfer transfer = context.getBean(Transfer.class);
            ExternalSteps steps = context.getBean(ExternalSteps.class);
            Outcome<String> outcome = steps.run(transfer, operation, Fingerprint.of("10"), () -> "10");
            assertThat(outcome.value()).isEqualTo("booked 10");
            assertThat(transfer.calls).hasValue(1);
            assertThat(transfer.inTransactionAtTheCall).isFalse();
            assertThat(transfer.inTransactionAtTheBooking).isTrue();
            assertThat(context.getBean(SettlerLifecycle.class).isRunning()).isTrue();
        });
    }

    @Test
    void aQueuedCallIsMadeBySettlingItselfAndNotAtAllAfterARollBack() {
        application.run(context -> {
            Transfer transfer = context.getBean(Transfer.class);
            ExternalSteps steps = context.getBean(ExternalSteps.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Operation undone = Operation.named("transfer").by("alice").key("undone");
            transaction.executeWithoutResult(status -> {
                steps.queue(transfer, undone, Fingerprint.of("20"), () -> "20");
                status.setRollbackOnly();
            });
            transaction.executeWithoutResult(
                    status -> steps.queue(transfer, operation, Fingerprint.of("10"), () -> "10"));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> steps.find(operation).orElseThrow().state() == StepState.DONE);
            assertThat(transfer.calls).hasValue(1);
            assertThat(steps.find(undone)).isEmpty();
        });
    }

    @Test
    void evidenceCommitsWithTheTransactionOfTheCallerOrNotAtAll() {
        application.withPropertyValues("yici.external.settle=false").run(context -> {
            Transfer transfer = context.getBean(Transfer.class);
            ExternalSteps steps = context.getBean(ExternalSteps.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            steps.queue(transfer, operation, Fingerprint.of("10"), () -> "10");
            String key = steps.find(operation).orElseThrow().key();
            transaction.executeWithoutResult(status -> {
                assertThat(steps.settle(key, Evidence.succeeded("done"))).isEqualTo(Settled.APPLIED);
                status.setRollbackOnly();
            });
            assertThat(steps.find(key).orElseThrow().state()).isEqualTo(StepState.INTENDED);
            Settled again = transaction.execute(status -> steps.settle(key, Evidence.succeeded("done")));
            assertThat(again).isEqualTo(Settled.APPLIED);
            assertThat(steps.settle(key, Evidence.succeeded("done"))).isEqualTo(Settled.ALREADY);
            assertThat(transfer.calls).hasValue(0);
            assertThat(context).doesNotHaveBean(SettlerLifecycle.class);
        });
    }

    @Test
    void withoutStepsThereIsNothing() {
        Applications.onH2().run(context -> assertThat(context).doesNotHaveBean(ExternalSteps.class));
    }

    /** A call whose books are a row of the ledger table's database. */
    static final class Transfer implements ExternalStep<String, String, String> {
        private final JdbcClient jdbc;
        private final AtomicInteger calls = new AtomicInteger();
        private volatile boolean inTransactionAtTheCall = true;
        private volatile boolean inTransactionAtTheBooking;

        Transfer(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Override
        public String operation() {
            return "transfer";
        }

        @Override
        public Class<String> inputType() {
            return String.class;
        }

        @Override
        public Class<String> resultType() {
            return String.class;
        }

        @Override
        public Answer<String> answer() {
            return Answer.stored(String.class);
        }

        @Override
        public Evidence<String> call(String input, StepCall call) {
            calls.incrementAndGet();
            inTransactionAtTheCall = TransactionSynchronizationManager.isActualTransactionActive();
            return Evidence.succeeded("done");
        }

        @Override
        public Evidence<String> query(String input, StepCall call) {
            return Evidence.undecided("not asked here");
        }

        @Override
        public Conclusion<String> succeeded(String input, String result) {
            inTransactionAtTheBooking = TransactionSynchronizationManager.isActualTransactionActive();
            jdbc.sql("select 1").query(Integer.class).single();
            return Conclusion.answer("booked " + input);
        }

        @Override
        public Conclusion<String> failed(String input, String reason) {
            return Conclusion.again();
        }
    }
}
