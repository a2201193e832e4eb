package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.example.gateway.Fault;
import io.yici.example.gateway.Gateway;
import io.yici.example.gateway.GatewayOptions;
import io.yici.example.gateway.Switches;
import io.yici.services.FreshDatabase;
import io.yici.services.RedisServer;
import io.yici.services.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service with a Redis, by one setting: it spares work, and nothing depends on what it remembers. */
class RedisTest {
    private RedisServer redis;
    private FreshDatabase database;
    private Gateway gateway;
    private RunningService service;
    private Client alice;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start();
        database = Databases.fresh(TestDatabase.SQLITE, RedisTest.class);
        gateway = Gateway.start(0, GatewayOptions.defaults());
        List<String> arguments = new ArrayList<>(List.of(RunningService.payingAt(gateway, Duration.ofSeconds(5))));
        arguments.add("--orders.redis-url=" + redis.url());
        service = RunningService.on(database, arguments.toArray(String[]::new));
        alice = service.as("alice");
    }

    @AfterEach
    void stop() {
        service.close();
        gateway.close();
        database.close();
        redis.close();
    }

    @Test
    void hundredAtOnceOrderAndPayOnceByTokens() {
        String token = alice.get("/api/tokens?operation=order.create").text("token");

        List<Answer> ordered = Crowd.hundredAtOnce(runner -> Shop.untilFinal(() -> alice.order(token, "TEA-1", 1)));
        String orderNo = ordered.get(0).text("orderNo");
        String payToken = alice.get("/api/tokens?operation=payment.pay").text("token");
        List<Answer> paid = Crowd.hundredAtOnce(runner -> alice.paid(payToken, orderNo));

        assertThat(ordered).map(Answer::status).containsOnly(201);
        assertThat(ordered).map(Answer::body).containsOnly(ordered.get(0).body());
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(paid).map(Answer::status).containsOnly(201);
        assertThat(paid).map(Answer::body).containsOnly(paid.get(0).body());
        assertThat(gateway.charges()).hasSize(1);
        assertThat(redis.run("DBSIZE")).doesNotContain(":0");
    }

    /** A repeat that Redis knows is looked up before a claim, and what is found there may have to be gone on with. */
    @Test
    void repeatThatRedisKnowsGoesOnWithAPaymentOfWhichNobodyKnows() {
        String orderNo = alice.ordered("k", "TEA-1", 1);
        String token = alice.get("/api/tokens?operation=payment.pay").text("token");
        gateway.set(Switches.off().with(Fault.LOSE, 1));
        Answer unknown = alice.pay(token, orderNo);
        Answer again = alice.pay(token, orderNo);
        gateway.set(Switches.off());

        Answer paid = alice.paid(token, orderNo);

        assertThat(unknown.status()).isEqualTo(503);
        assertThat(again.retryable()).isTrue();
        assertThat(paid.status()).isEqualTo(201);
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void emptiedRedisMakesNothingHappenAgain() {
        Answer first = alice.order("k", "TEA-1", 1);
        alice.paid("k", first.text("orderNo"));
        redis.run("FLUSHALL");

        Answer again = alice.order("k", "TEA-1", 1);
        Answer paidAgain = alice.paid("k", first.text("orderNo"));

        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(paidAgain.replayed()).isTrue();
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void ordersGoOnWithoutRedisAndPaymentsWhenItIsBack() {
        redis.crash();
        Answer ordered = alice.order("k", "TEA-1", 1);
        Answer again = alice.order("k", "TEA-1", 1);
        Answer payment = alice.pay("k", ordered.text("orderNo"));
        redis.restart();

        Answer paid = alice.paid("k", ordered.text("orderNo"));

        assertThat(ordered.status()).isEqualTo(201);
        assertThat(again.replayed()).isTrue();
        assertThat(payment.status()).isIn(201, 503);
        assertThat(paid.status()).isEqualTo(201);
        assertThat(alice.orders()).isEqualTo(1);
        assertThat(gateway.charges()).hasSize(1);
    }
}
