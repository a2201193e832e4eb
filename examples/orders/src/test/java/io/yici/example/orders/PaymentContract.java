package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What paying does the same on each database, with everybody at once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PaymentContract {
    private final Shop shop;
    private final Client alice;

    PaymentContract(TestDatabase kind) throws Exception {
        shop = Shop.open(kind, PaymentContract.class);
        alice = shop.as("alice");
    }

    @AfterAll
    void close() {
        shop.close();
    }

    @BeforeEach
    void behave() {
        shop.gateway().set(Switches.off());
    }

    @Test
    void thirtyEqualPaymentsAtOnceChargeOnceAndGetOneAnswer() {
        String orderNo = alice.ordered("equal", "TEA-1", 1);

        List<Answer> answers = atOnce(30, runner -> alice.paid("equal", orderNo));

        assertThat(answers).map(Answer::status).containsOnly(201);
        assertThat(answers).map(Answer::body).containsOnly(answers.get(0).body());
        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(money(orderNo, "paid")).isEqualByComparingTo("68.00");
    }

    /** B52, step 2, with nobody first. */
    @Test
    void tenPaymentsUnderTenKeysAtOnceChargeOnce() {
        String orderNo = alice.ordered("ten", "TEA-1", 1);

        List<Answer> answers = atOnce(10, runner -> alice.paid("ten " + runner, orderNo));

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .map(answer -> answer.text("code"))
                .containsOnly("order-paid");
        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(alice.find(orderNo).text("status")).isEqualTo("PAID");
    }

    /** Whoever is first: either it is paid and not cancelled, or it is cancelled and whatever was paid goes back. */
    @Test
    void cancellationsThatRacePaymentsEndOnOneSide() {
        int before = alice.stockOf("TEA-2");
        int paid = 0;
        for (int round = 0; round < 8; round++) {
            String key = "race " + round;
            String orderNo = alice.ordered(key, "TEA-2", 1);
            atOnce(
                    2,
                    runner ->
                            runner == 0 ? alice.paid(key, orderNo) : Shop.untilFinal(() -> alice.cancel(key, orderNo)));
            Shop.until(
                    "nothing is settling",
                    () -> !alice.find(orderNo).json().path("settling").booleanValue());
            if (alice.find(orderNo).text("status").equals("PAID")) {
                paid++;
                assertThat(money(orderNo, "refunded")).isEqualByComparingTo("0.00");
            } else {
                assertThat(alice.find(orderNo).text("status")).isEqualTo("CANCELLED");
                assertThat(money(orderNo, "refunded")).isEqualByComparingTo(money(orderNo, "paid"));
                assertThat(shop.refunds(orderNo)).hasSize(shop.charges(orderNo).size());
            }
            assertThat(shop.charges(orderNo)).hasSizeLessThanOrEqualTo(1);
        }
        assertThat(alice.stockOf("TEA-2")).isEqualTo(before - paid);
    }

    @Test
    void paymentThatComesAfterTheCancellationGoesBackOnce() {
        String orderNo = alice.ordered("late", "TEA-1", 1);
        shop.gateway().set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(1_000, 4_000, 500));
        assertThat(alice.pay("late", orderNo).status()).isEqualTo(503);
        shop.gateway().set(Switches.off());
        assertThat(Shop.untilFinal(() -> alice.cancel("late", orderNo)).text("status"))
                .isEqualTo("CANCELLED");

        Shop.until("the money is back", () -> shop.refunds(orderNo).size() == 1);
        Shop.until(
                "nothing is settling",
                () -> !alice.find(orderNo).json().path("settling").booleanValue());

        assertThat(shop.charges(orderNo)).hasSize(1);
        assertThat(money(orderNo, "paid")).isEqualByComparingTo("68.00");
        assertThat(money(orderNo, "refunded")).isEqualByComparingTo("68.00");
        assertThat(alice.find(orderNo).text("status")).isEqualTo("CANCELLED");
    }

    @Test
    void twentyRefundsAtOnceNeverComeToMoreThanWasPaid() {
        String orderNo = alice.ordered("refunds", "TEA-1", 1);
        assertThat(alice.paid("refunds", orderNo).status()).isEqualTo(201);

        List<Answer> answers = atOnce(20, runner -> alice.refunded("refunds " + runner, orderNo, "6.80"));

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .map(answer -> answer.text("code"))
                .containsOnly("refund-too-much");
        assertThat(shop.refunds(orderNo)).hasSize(10);
        assertThat(money(orderNo, "refunded")).isEqualByComparingTo("68.00");
    }

    @Test
    void twoServicesOnOneDatabaseChargeOnce() {
        try (RunningService second = RunningService.payingAt(shop.gateway(), shop.database())) {
            Client there = second.as("alice");
            String orderNo = alice.ordered("two", "TEA-1", 1);

            List<Answer> answers = atOnce(20, runner -> (runner % 2 == 0 ? alice : there).paid("two", orderNo));

            assertThat(answers).map(Answer::status).containsOnly(201);
            assertThat(answers).map(Answer::body).containsOnly(answers.get(0).body());
            assertThat(shop.charges(orderNo)).hasSize(1);
        }
    }

    private BigDecimal money(String orderNo, String member) {
        return alice.find(orderNo).json().path(member).decimalValue();
    }

    private static List<Answer> atOnce(int runners, IntFunction<Answer> ask) {
        return Race.within(Duration.ofMinutes(2)).<Answer>run(runners, runner -> () -> ask.apply(runner)).stream()
                .map(Race.Finish::answer)
                .toList();
    }
}
