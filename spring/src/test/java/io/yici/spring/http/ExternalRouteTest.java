package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Rejection;
import io.yici.services.TestDatabase;
import io.yici.spring.CallerResolver;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.test.RecordAgeing;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** A handler that calls other systems: once it was entered, nothing frees its key. Vector 26, cases B13 F1 to F4. */
class ExternalRouteTest {
    private static Server server;
    private static Wire wire;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = Server.start(TestDatabase.SQLITE, new Class<?>[] {Gateway.class, Parts.class}, "yici.waits-for=50ms");
        wire = new Wire(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void anAnswerIsRecordedAndReplayed() {
        Wire.Reply first = pay("answers");
        Wire.Reply second = pay("answers");
        assertThat(first.status()).as("%s", first).isEqualTo(201);
        assertThat(first.isReplay()).isFalse();
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.isReplay()).isTrue();
        assertThat(paid()).isEqualTo(1);
    }

    /** Vector 26: the effect is there, its answer is not; however the handler comes to say so. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "throws",
                "throwsWithoutTrace",
                "throwsFromAnotherThread",
                "joinsWhatFailed",
                "overflows",
                "answers500",
                "sendsError",
                "cannotBeRendered"
            })
    void afterTheEffectAFailureIsUnknownAndNeverRunAgain(String how) {
        assertThat(pay(how).status()).isGreaterThanOrEqualTo(500);
        for (int again = 0; again < 2; again++) {
            Wire.Reply repeat = pay(how);
            assertThat(repeat.isProblem(409, "outcome-unknown"))
                    .as("%s", repeat)
                    .isTrue();
        }
        assertThat(paid()).isEqualTo(1);
    }

    /** The answer is made after the effect, so an answer that the client does not accept is no reason to pay twice. */
    @Test
    void afterTheEffectAnAnswerThatIsNotAcceptableIsUnknown() {
        assertThat(wire.post("/pay/answers", key, payment(), "Accept", "image/png")
                        .status())
                .isEqualTo(406);
        assertThat(pay("answers").isProblem(409, "outcome-unknown")).isTrue();
        assertThat(paid()).isEqualTo(1);
    }

    @Test
    void aRejectionIsAnAnswerAndReplayed() {
        Wire.Reply first = pay("rejects");
        Wire.Reply second = pay("rejects");
        assertThat(first.text()).contains("card-declined");
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.isReplay()).isTrue();
        assertThat(paid()).isEqualTo(1);
    }

    @Test
    void whatIsRefusedByValidationLeavesTheKeyFree() {
        Wire.Reply refused = wire.post("/pay/answers", key, "{\"id\":\"\"}");
        assertThat(refused.status()).isEqualTo(400);
        freeAgain();
    }

    @Test
    void whatIsRefusedByAnArgumentLeavesTheKeyFree() {
        Wire.Reply refused = wire.post("/pay/answers?amount=much", key, payment());
        assertThat(refused.status()).isEqualTo(400);
        freeAgain();
    }

    @Test
    void whatIsRefusedByAModelAttributeOfTheControllerLeavesTheKeyFree() {
        Wire.Reply refused = wire.post("/pay/answers", key, payment(), "X-Closed", "true");
        assertThat(refused.status()).isEqualTo(500);
        freeAgain();
    }

    @ParameterizedTest
    @ValueSource(strings = {"answers", "throws"})
    void whatIsRefusedByAnInterceptorLeavesTheKeyFree(String how) {
        Wire.Reply refused = wire.post("/pay/answers", key, payment(), "X-Gate", how);
        assertThat(refused.status()).isIn(429, 500);
        freeAgain();
    }

    @Test
    void noTransactionSurroundsTheHandler() {
        assertThat(pay("tellsItsTransaction").text()).contains("false");
    }

    /** Its lease is over before it ends: unknown in between, and its own late end is the truth. */
    @Test
    void aLateEndSettlesWhatWasUnknown() throws Exception {
        Gateway gateway = server.bean(Gateway.class);
        CompletableFuture<Wire.Reply> slow = wire.begin("/pay/waits", key, payment());
        assertThat(gateway.inside.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(pay("waits").isProblem(409, "in-progress")).isTrue();
        RecordAgeing.on(server.bean(DataSource.class)).ageAll(Duration.ofSeconds(61));
        assertThat(pay("waits").isProblem(409, "outcome-unknown")).isTrue();
        gateway.released.countDown();
        Wire.Reply first = slow.get(20, TimeUnit.SECONDS);
        assertThat(first.status()).isEqualTo(201);
        Wire.Reply repeat = pay("waits");
        assertThat(repeat.isReplay()).as("%s", repeat).isTrue();
        assertThat(repeat.body()).isEqualTo(first.body());
        assertThat(paid()).isEqualTo(1);
    }

    private void freeAgain() {
        assertThat(paid()).isZero();
        Wire.Reply first = pay("answers");
        assertThat(first.status()).as("%s", first).isEqualTo(201);
        assertThat(first.isReplay()).isFalse();
        assertThat(pay("answers").isReplay()).isTrue();
        assertThat(paid()).isEqualTo(1);
    }

    private Wire.Reply pay(String how) {
        return wire.post("/pay/" + how, key, payment());
    }

    private String payment() {
        return "{\"id\":\"" + key + "\"}";
    }

    private int paid() {
        return server.bean(Ledger.class).runsOf(key);
    }

    record Payment(@NotBlank String id) {}

    @RestController
    static class Gateway {
        private final Ledger ledger;
        private final CountDownLatch inside = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        Gateway(Ledger ledger) {
            this.ledger = ledger;
        }

        @ModelAttribute
        void isOpen(HttpServletRequest request) {
            if (request.getHeader("X-Closed") != null) {
                throw new IllegalStateException("closed");
            }
        }

        @Idempotent(operation = "pay", external = true)
        @PostMapping("/pay/{how}")
        ResponseEntity<Object> pay(
                @PathVariable String how,
                @RequestParam(defaultValue = "1") int amount,
                @Valid @RequestBody Payment payment,
                HttpServletResponse response)
                throws Exception {
            ledger.ran(payment.id());
            switch (how) {
                case "throws" -> throw new IllegalStateException("the gateway did not answer");
                case "throwsWithoutTrace" -> throw new Traceless();
                case "throwsFromAnotherThread" -> throw failureOfAnotherThread();
                case "joinsWhatFailed" ->
                    CompletableFuture.runAsync(new Failing()).join();
                case "overflows" -> overflow(payment.id());
                case "rejects" -> throw Rejection.of("card-declined", "The card was declined.");
                case "sendsError" -> response.sendError(502, "no answer");
                case "waits" -> {
                    inside.countDown();
                    released.await(20, TimeUnit.SECONDS);
                }
                default -> {}
            }
            return switch (how) {
                case "answers500" -> ResponseEntity.internalServerError().body("{}");
                case "sendsError" -> ResponseEntity.status(502).build();
                case "cannotBeRendered" -> ResponseEntity.ok(new Unrenderable());
                case "tellsItsTransaction" ->
                    ResponseEntity.ok(String.valueOf(TransactionSynchronizationManager.isActualTransactionActive()));
                default -> ResponseEntity.status(201).body(new Payment(UUID.randomUUID() + "/" + amount));
            };
        }

        private static RuntimeException failureOfAnotherThread() throws InterruptedException {
            RuntimeException[] made = new RuntimeException[1];
            Thread other = new Thread(() -> made[0] = new IllegalStateException("made in another thread"));
            other.start();
            other.join();
            return made[0];
        }

        /** Ends with the stack. */
        private static int overflow(String text) {
            return text.isEmpty() ? 0 : text.length() + overflow(text) + 1;
        }
    }

    /** Work of another class in another thread. */
    static final class Failing implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("the gateway did not answer");
        }
    }

    static final class Traceless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Traceless() {
            super("no trace", null, false, false);
        }
    }

    static final class Unrenderable {
        public String getText() {
            throw new IllegalStateException("cannot be rendered");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Parts implements WebMvcConfigurer {
        @Bean
        CallerResolver callers() {
            return () -> "alice";
        }

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(new HandlerInterceptor() {
                @Override
                public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                        throws IOException {
                    String gate = request.getHeader("X-Gate");
                    if ("throws".equals(gate)) {
                        throw new IllegalStateException("not now");
                    }
                    if (gate != null) {
                        response.setStatus(429);
                    }
                    return gate == null;
                }
            });
        }
    }
}
