package io.yici.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.example.gateway.Caller.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each misbehaviour, switched on for certain, is seen by the shop as it is described. */
class SwitchesTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    private Gateway gateway;
    private Caller caller;
    private Caller impatient;

    @BeforeEach
    void start() throws IOException {
        gateway = Gateway.start(0, GatewayOptions.defaults());
        caller = Caller.of(gateway);
        impatient = new Caller(gateway.url(), SHORT);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void delayAnswersLateWhatWasExecutedAtOnce() throws Exception {
        gateway.set(Switches.off().with(Fault.DELAY, 1).lasting(1_000, 0, 0));

        assertThatThrownBy(() -> impatient.charge("k1")).isInstanceOf(HttpTimeoutException.class);
        assertThat(gateway.charges()).hasSize(1);
        assertThat(caller.charge("k1").status()).isEqualTo(201);
        assertThatThrownBy(() -> impatient.get("/charges/by-key/k1")).isInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void executeLateExecutesAfterTheCallerGaveUp() throws Exception {
        gateway.set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(0, 1_000, 0));

        assertThatThrownBy(() -> impatient.charge("k1")).isInstanceOf(HttpTimeoutException.class);
        assertThat(caller.get("/charges/by-key/k1").status()).isEqualTo(404);
        Eventually.holds("it is executed", () -> gateway.charges().size() == 1);
        assertThat(caller.get("/charges/by-key/k1").status()).isEqualTo(200);
    }

    @Test
    void chargeRepeatedBeforeItsLateExecutionIsStillOne() throws Exception {
        gateway.set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(0, 1_000, 0));
        CompletableFuture<Answer> late = caller.later(() -> caller.charge("k1"));
        assertThatThrownBy(() -> impatient.charge("k1")).isInstanceOf(HttpTimeoutException.class);
        gateway.set(Switches.off());

        assertThat(caller.charge("k1").status()).isEqualTo(201);
        assertThatThrownBy(late::join).isInstanceOf(CompletionException.class);
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void timeOutExecutesAndNeverAnswers() {
        gateway.set(Switches.off().with(Fault.TIME_OUT, 1));

        assertThatThrownBy(() -> impatient.charge("k1")).isInstanceOf(HttpTimeoutException.class);
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void lostRequestIsNotExecuted() {
        gateway.set(Switches.off().with(Fault.LOSE, 1));

        assertThatThrownBy(() -> caller.charge("k1")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> caller.get("/charges/by-key/k1")).isInstanceOf(IOException.class);
        assertThat(gateway.charges()).isEmpty();
    }

    @Test
    void lostAnswerIsExecutedAndBreaksInTwoWays() {
        gateway.set(Switches.off().with(Fault.LOSE_ANSWER, 1));

        List<String> ways = IntStream.range(0, 12)
                .mapToObj(number -> failure(() -> caller.charge("k" + number)))
                .distinct()
                .toList();

        assertThat(ways).hasSize(2);
        assertThat(gateway.drawnFaults()).containsExactly(Map.entry(Fault.LOSE_ANSWER, 12));
        assertThat(gateway.charges()).hasSize(12);
    }

    @Test
    void error500BeforeExecutesNothing() throws Exception {
        gateway.set(Switches.off().with(Fault.ERROR_500_BEFORE, 1));

        assertThat(caller.charge("k1").status()).isEqualTo(500);
        assertThat(caller.get("/charges/by-key/k1").status()).isEqualTo(500);
        assertThat(gateway.charges()).isEmpty();
    }

    @Test
    void error500AfterHasExecuted() throws Exception {
        gateway.set(Switches.off().with(Fault.ERROR_500_AFTER, 1));

        assertThat(caller.charge("k1").status()).isEqualTo(500);
        assertThat(gateway.charges()).hasSize(1);
        assertThat(caller.get("/charges/by-key/k1").status()).isEqualTo(200);
    }

    @Test
    void declinedChargeStaysDeclinedAndIsTold() throws Exception {
        try (Shop shop = Shop.accepting()) {
            gateway.set(Switches.off().with(Fault.DECLINE, 1));
            Answer declined = caller.charge("k1", shop.url());
            gateway.set(Switches.off());

            assertThat(declined.status()).isEqualTo(201);
            assertThat(declined.text("status")).isEqualTo("DECLINED");
            assertThat(caller.charge("k1")).isEqualTo(declined);
            Eventually.holds("it is told", () -> gateway.undeliveredEvents() == 0);
            assertThat(shop.callbacks())
                    .singleElement()
                    .satisfies(callback -> assertThat(callback.text("type")).isEqualTo("charge.declined"));
        }
    }

    @Test
    void duplicateCallbacksSendOneEventTwice() throws Exception {
        try (Shop shop = Shop.accepting()) {
            gateway.set(Switches.off().with(Fault.DUPLICATE_CALLBACKS, 1));
            caller.charge("k1", shop.url());

            Eventually.holds("both have come", () -> shop.callbacks().size() == 2);

            assertThat(shop.callbacks())
                    .map(callback -> callback.text("eventId"))
                    .containsOnly("ev-1");
        }
    }

    @Test
    void swapCallbacksHoldsAnEventBackUntilTheNextWasSent() throws Exception {
        try (Shop shop = Shop.accepting()) {
            gateway.set(Switches.off().with(Fault.SWAP_CALLBACKS, 1));
            caller.charge("held", shop.url());
            gateway.set(Switches.off());

            // One after the other until it comes: the next event lets it go, not the end of its time.
            for (int number = 0; !came(shop, "held"); number++) {
                String key = "k" + number;
                caller.charge(key, shop.url());
                Eventually.holds("it has come", () -> came(shop, key));
            }

            assertThat(shop.callbacks().get(0).text("key")).isEqualTo("k0");
            assertThat(shop.callbacks()).hasSizeLessThan(15);
        }
    }

    @Test
    void heldEventWithoutANextIsSentAllTheSame() throws Exception {
        try (Shop shop = Shop.accepting()) {
            gateway.set(Switches.off().with(Fault.SWAP_CALLBACKS, 1));
            caller.charge("k1", shop.url());

            Eventually.holds("it has come", () -> gateway.undeliveredEvents() == 0);

            assertThat(shop.callbacks()).hasSize(1);
        }
    }

    @Test
    void callbackBeforeAnswerIsThereFirst() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        try (Shop shop = Shop.answering(number -> answered.getCount() == 1 ? 200 : 500)) {
            gateway.set(Switches.off().with(Fault.CALLBACK_BEFORE_ANSWER, 1));
            caller.charge("k1", shop.url());
            answered.countDown();

            // Any callback after the answer would have been refused and still be undelivered.
            assertThat(gateway.undeliveredEvents()).isZero();
            assertThat(shop.callbacks()).hasSize(1);
        }
    }

    @Test
    void crashRefusesConnectionsAndKeepsTheLedgerAndTheCallbacks() throws Exception {
        try (Shop shop = Shop.accepting()) {
            caller.charge("k1");
            CompletableFuture<Answer> waiting = hangingRequest();
            gateway.set(Switches.off().with(Fault.CRASH, 1).lasting(0, 0, 1_500));

            assertThatThrownBy(() -> caller.charge("k2", shop.url())).isInstanceOf(IOException.class);
            assertThatThrownBy(waiting::join).isInstanceOf(CompletionException.class);
            assertThatThrownBy(() -> caller.get("/charges")).isInstanceOf(ConnectException.class);
            gateway.set(Switches.off());
            Eventually.holds("it is open again", this::isOpen);

            assertThat(caller.charge("k1").status()).isEqualTo(201);
            caller.charge("k2", shop.url());
            Eventually.holds("it is told", () -> shop.callbacks().size() == 1);
            assertThat(gateway.charges()).map(Charge::key).containsExactlyInAnyOrder("hanging", "k1", "k2");
        }
    }

    @Test
    void crashesHitBothSidesOfTheExecution() {
        gateway.set(Switches.off().with(Fault.CRASH, 1).lasting(0, 0, 1));

        for (int number = 0; number < 12; number++) {
            String key = "k" + number;
            Eventually.holds("it is open again", this::isOpen);
            assertThat(failure(() -> caller.charge(key))).isNotEmpty();
        }

        assertThat(gateway.charges()).hasSizeBetween(1, 11);
    }

    @Test
    void refundsAreTreatedNoBetter() throws Exception {
        String charge = caller.charge("k1").text("chargeId");
        gateway.set(Switches.off().with(Fault.LOSE_ANSWER, 1));

        assertThatThrownBy(() -> caller.refund("r1", charge, 5)).isInstanceOf(IOException.class);

        assertThat(gateway.refunds()).hasSize(1);
    }

    @Test
    void switchesAreReadAndReplacedOverHttp() throws Exception {
        Answer set = caller.put("/switches", "{\"decline\":1,\"delayMillis\":5}");

        assertThat(set.status()).isEqualTo(200);
        assertThat(caller.get("/switches").body()).isEqualTo(set.body());
        assertThat(set.body().path("decline").doubleValue()).isEqualTo(1);
        assertThat(set.body().path("delayMillis").longValue()).isEqualTo(5);
        assertThat(caller.charge("k1").text("status")).isEqualTo("DECLINED");
        caller.put("/switches", "{}");
        assertThat(gateway.switches()).isEqualTo(Switches.off());
        assertThat(caller.charge("k2").text("status")).isEqualTo("CAPTURED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"looseAnswer\":0.1}",
                "{\"lose\":1.1}",
                "{\"lose\":-0.1}",
                "{\"lose\":\"often\"}",
                "{\"delayMillis\":-1}",
                "{\"delayMillis\":600001}",
                "[]"
            })
    void senselessSwitchesAreRefusedAndChangeNothing(String body) throws Exception {
        Switches before = gateway.switches();

        assertThat(caller.put("/switches", body).status()).isEqualTo(400);

        assertThat(gateway.switches()).isEqualTo(before);
    }

    @Test
    void equalSeedsGoWrongAlike() {
        Switches half = Switches.off();
        for (Fault fault : Fault.values()) {
            half = half.with(fault, 0.5);
        }

        List<Set<Fault>> one = draws(half, 7);

        assertThat(draws(half, 7)).isEqualTo(one);
        assertThat(draws(half, 8)).isNotEqualTo(one);
    }

    private CompletableFuture<Answer> hangingRequest() {
        gateway.set(Switches.off().with(Fault.TIME_OUT, 1));
        CompletableFuture<Answer> waiting = caller.later(() -> caller.charge("hanging"));
        Eventually.holds("it is executed", () -> gateway.charges().size() == 2);
        return waiting;
    }

    private static boolean came(Shop shop, String key) {
        return shop.callbacks().stream()
                .anyMatch(callback -> callback.text("key").equals(key));
    }

    private boolean isOpen() {
        return failure(() -> caller.get("/switches")).isEmpty();
    }

    private static List<Set<Fault>> draws(Switches switches, long seed) {
        Random chance = new Random(seed);
        return IntStream.range(0, 20).mapToObj(number -> switches.draw(chance)).toList();
    }

    /** How a request fails; blank when it does not. */
    private static String failure(Caller.Call call) {
        try {
            call.answer();
            return "";
        } catch (IOException failed) {
            return String.valueOf(failed.getMessage()).replaceAll("\\d+", "N");
        }
    }
}
