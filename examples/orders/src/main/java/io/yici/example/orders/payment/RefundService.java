package io.yici.example.orders.payment;

import io.yici.Operation;
import io.yici.Rejection;
import io.yici.Yici;
import io.yici.example.orders.Money;
import io.yici.example.orders.Orders;
import io.yici.external.ExternalSteps;
import java.math.BigDecimal;
import java.util.List;
import org.springframework.stereotype.Service;

/** Refunds that buyers ask for. */
@Service
public class RefundService {
    private static final String WHY = "asked by the buyer";

    private final ExternalSteps steps;
    private final Yici yici;
    private final RefundStep step;
    private final RefundPreparation preparation;
    private final Orders orders;
    private final Payments payments;

    RefundService(
            ExternalSteps steps,
            Yici yici,
            RefundStep step,
            RefundPreparation preparation,
            Orders orders,
            Payments payments) {
        this.steps = steps;
        this.yici = yici;
        this.step = step;
        this.preparation = preparation;
        this.orders = orders;
        this.payments = payments;
    }

    /**
     * Gives back a part of what was paid, or all of it; once for the running operation. Two that are equal but for
     * their keys are two refunds.
     *
     * @throws Rejection {@code order-not-paid}, {@code refund-too-much} or {@code refund-failed}; recorded
     */
    public RefundReceipt refund(String buyer, String orderNo, BigDecimal amount) {
        long cents = Money.cents(amount);
        Operation refund = Inner.of(RefundStep.OPERATION, "refund");
        return steps.run(step, refund, yici.fingerprint(List.of(buyer, orderNo, cents)), () -> {
                    orders.require(buyer, orderNo);
                    String charge = payments.chargeOf(orderNo)
                            .orElseThrow(() -> Rejection.of("order-not-paid", "Nothing was paid for this order.")
                                    .with("orderNo", orderNo));
                    return preparation.prepare(orderNo, charge, cents, WHY);
                })
                .value();
    }
}
