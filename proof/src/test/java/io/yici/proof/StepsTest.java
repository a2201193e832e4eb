package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.OperationSettings;
import io.yici.Outcome;
import io.yici.Standing;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls to other systems, from the claim to the answer, on each database. */
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
                builder -> builder.defaults(OperationSettings.defaults().waitsFor(Duration.ZERO)));
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
    }
}
