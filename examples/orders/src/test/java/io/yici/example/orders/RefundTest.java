package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Switches;
import io.yici.services.TestDatabase;
import io.yici.test.Race;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Giving money back: each genuine wish once, and never more than was paid. */
class RefundTest {
    private static final AtomicInteger KEYS = new AtomicInteger();

    private static Shop shop;
    private static Client alice;

    private String key;
    private String orderNo;

    @BeforeAll
    static void open() throws Exception {
        shop = Shop.patient(TestDatabase.SQLITE, RefundTest.class);
        alice = shop.as("alice");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    /** 136 yuan are paid. */
    @BeforeEach
    void pay() {
        shop.gateway().set(Switches.off());
        key = "key-" + KEYS.incrementAndGet();
        orderNo = alice.ordered(key, "TEA-1", 2);
        assertThat(alice.paid(key, orderNo).status()).isEqualTo(201);
    }

    @Test
    void equalRefundsUnderTwoKeysAreTwoRefunds() {
        Answer first = alice.refund(key + "-1", orderNo, "10.00");
        Answer second = alice.refund(key + "-2", orderNo, "10.00");
        Answer again = alice.refund(key + "-2", orderNo, "10.00");

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.text("status")).isEqualTo("DONE");
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.replayed()).isFalse();
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(second.body());
        assertThat(shop.refunds(orderNo)).map(refund -> refund.amountCents()).containsExactly(1_000L, 1_000L);
        assertThat(refunded()).isEqualByComparingTo("20.00");
        assertThat(alice.get("/api/orders/" + orderNo + "/refunds").json())
                .map(refund -> refund.path("status").asString())
                .containsExactly("DONE", "DONE");
    }

    @Test
    void twentyRefundsAtOnceNeverComeToMoreThanWasPaid() {
        List<Answer> answers = Race.within(Duration.ofSeconds(90))
                .<Answer>run(20, runner -> () -> alice.refunded(key + runner, orderNo, "13.60"))
                .stream()
                .map(Race.Finish::answer)
                .toList();

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers).filteredOn(answer -> answer.status() != 201).allSatisfy(refused -> {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("refund-too-much");
        });
        assertThat(shop.refunds(orderNo)).hasSize(10);
        assertThat(refunded()).isEqualByComparingTo("136.00");
        assertThat(alice.refund(key + "-one more", orderNo, "0.01").text("code"))
                .isEqualTo("refund-too-much");
    }

    /** The gateway has given money back behind the shop's back, and refuses the rest. */
    @Test
    void refusedRefundGivesItsSumBackOnce() throws Exception {
        refundAtTheGatewayItself(13_000);

        Answer refused = alice.refund(key, orderNo, "100.00");
        Answer again = alice.refund(key, orderNo, "100.00");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("refund-failed");
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(refused.body());
        assertThat(refunded()).isEqualByComparingTo("0.00");
        assertThat(alice.refunded(key + "-smaller", orderNo, "6.00").status()).isEqualTo(201);
        assertThat(refunded()).isEqualByComparingTo("6.00");
    }

    @Test
    void refundOfWhichNobodyKnowsKeepsItsSumApartAndSettles() {
        shop.gateway().set(Switches.off().with(Fault.EXECUTE_LATE, 1).lasting(1_000, 9_000, 500));
        Answer unknown = alice.refund(key, orderNo, "100.00");
        shop.gateway().set(Switches.off());
        Answer other = alice.refund(key + "-other", orderNo, "36.01");

        Answer done = alice.refunded(key, orderNo, "100.00");

        assertThat(unknown.status()).isEqualTo(503);
        assertThat(unknown.text("code")).isEqualTo("outcome-unknown");
        assertThat(other.text("code")).isEqualTo("refund-too-much");
        assertThat(done.status()).isEqualTo(201);
        assertThat(shop.refunds(orderNo)).hasSize(1);
        assertThat(refunded()).isEqualByComparingTo("100.00");
    }

    @Test
    void nothingIsGivenBackForAnOrderThatIsNotPaid() {
        String unpaid = alice.ordered(key + "-unpaid", "TEA-1", 1);

        Answer refused = alice.refund(key + "-unpaid", unpaid, "1.00");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("order-not-paid");
        assertThat(shop.as("bob").refund(key, orderNo, "1.00").text("code")).isEqualTo("order-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.00", "-1.00", "0.001", "1e3", "abc", "", "99999999999.00"})
    void wrongAmountsAreRefused(String amount) {
        Answer refused = alice.refund(key, orderNo, amount);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("request-invalid");
        assertThat(refunded()).isEqualByComparingTo("0.00");
    }

    @Test
    void amountMayBeAJsonNumber() {
        Answer done = alice.postTo("/api/orders/" + orderNo + "/refunds", key, "{\"amount\":1.5}");

        assertThat(done.status()).isEqualTo(201);
        assertThat(refunded()).isEqualByComparingTo("1.50");
    }

    private BigDecimal refunded() {
        return alice.find(orderNo).json().path("refunded").decimalValue();
    }

    private void refundAtTheGatewayItself(long cents) throws Exception {
        String charge = shop.charges(orderNo).get(0).chargeId();
        HttpResponse<String> done = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(shop.gateway().url() + "/refunds"))
                                .header("Idempotency-Key", "by-hand")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"key\":\"by-hand\",\"chargeId\":\""
                                        + charge + "\",\"amountCents\":" + cents + "}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(done.statusCode()).isEqualTo(201);
    }
}
