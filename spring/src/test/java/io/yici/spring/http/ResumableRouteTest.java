package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Answer;
import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.Rejection;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.ExternalSteps;
import io.yici.external.StepCall;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import java.io.IOException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A handler that may be entered again: a repeat goes on where the first request had to stop. B13 F4, B52. */
class ResumableRouteTest {
    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(
                TestDatabase.SQLITE,
                new Class<?>[] {Desk.class, Parts.class},
                "yici.waits-for=50ms",
                "yici.external.settle=false");
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aRepeatEndsWhatHadNoAnswerAndOnlyTheAnswerIsReplayed() {
        Wire.Reply first = pay("loses");
        assertThat(first.isProblem(503, "outcome-unknown")).as("%s", first).isTrue();
        assertThat(first.header("Retry-After")).isNotNull();
        Wire.Reply second = pay("loses");
        assertThat(second.status()).as("%s", second).isEqualTo(201);
        assertThat(second.isReplay()).isFalse();
        Wire.Reply third = pay("loses");
        assertThat(third.isReplay()).isTrue();
        assertThat(third.body()).isEqualTo(second.body());
        assertThat(server.bean(Ledger.class).runsOf(key)).as("charges").isEqualTo(1);
    }

    @Test
    void aRepeatThatAsksForSomethingElseIsRefused() {
        assertThat(pay("loses").status()).isEqualTo(503);
        Wire.Reply other = wire.post("/resumable/loses", key, "{\"amount\":20}");
        assertThat(other.isProblem(422, "mismatch")).as("%s", other).isTrue();
    }

    @Test
    void aRejectionOfTheOtherSideIsRecorded() {
        Wire.Reply first = pay("declines");
        assertThat(first.status()).as("%s", first).isEqualTo(422);
        Wire.Reply second = pay("declines");
        assertThat(second.isReplay()).isTrue();
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void aHandlerThatFailsAfterwardsIsEnteredAgainAndChargesNothingMore() {
        assertThat(pay("breaks").status()).isEqualTo(500);
        assertThat(pay("breaks").status()).isEqualTo(201);
        assertThat(pay("breaks").isReplay()).isTrue();
        assertThat(server.bean(Ledger.class).runsOf(key)).as("charges").isEqualTo(1);
    }

    private Wire.Reply pay(String how) {
        return wire.post("/resumable/" + how, key, "{\"amount\":10}");
    }

    record Amount(int amount) {}

    @RestController
    static class Desk {
        private final ExternalSteps steps;
        private final Charge charge;
        private final Set<String> broken = ConcurrentHashMap.newKeySet();

        Desk(ExternalSteps steps, Charge charge) {
            this.steps = steps;
            this.charge = charge;
        }

        @Idempotent(operation = "resumable", external = true, resumable = true)
        @PostMapping("/resumable/{how}")
        ResponseEntity<String> pay(@PathVariable String how, @RequestBody Amount amount) {
            Operation outer = Operation.current().orElseThrow();
            Operation inner = Operation.named("charge").by("alice").key(outer.deriveKey("charge"));
            String receipt = steps.run(
                            charge, inner, Fingerprint.of(how + amount.amount()), () -> how + " " + outer.key())
                    .value();
            if (how.equals("breaks") && broken.add(outer.key())) {
                throw new IllegalStateException("broken after the charge");
            }
            return ResponseEntity.status(201).body(receipt);
        }
    }

    /** A charge whose answer is lost, or that is declined, as its input says. */
    static final class Charge implements ExternalStep<String, String, String> {
        private final Ledger ledger;
        private final Set<String> charged = ConcurrentHashMap.newKeySet();

        Charge(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        public String operation() {
            return "charge";
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
        public Evidence<String> call(String input, StepCall call) throws IOException {
            if (input.startsWith("declines")) {
                return Evidence.failed("declined");
            }
            ledger.ran(input.substring(input.indexOf(' ') + 1));
            charged.add(call.key());
            if (input.startsWith("loses")) {
                throw new IOException("read timed out");
            }
            return Evidence.succeeded("ref");
        }

        @Override
        public Evidence<String> query(String input, StepCall call) {
            return charged.contains(call.key()) ? Evidence.succeeded("ref") : Evidence.absent();
        }

        @Override
        public Conclusion<String> succeeded(String input, String result) {
            return Conclusion.answer("paid " + result);
        }

        @Override
        public Conclusion<String> failed(String input, String reason) {
            return Conclusion.rejected(Rejection.of("declined", "The card was declined."));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Parts {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }

        @Bean
        Charge charge(Ledger ledger) {
            return new Charge(ledger);
        }
    }
}
