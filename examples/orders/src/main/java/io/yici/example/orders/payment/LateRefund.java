package io.yici.example.orders.payment;

import io.yici.Operation;
import io.yici.Yici;
import io.yici.external.ExternalSteps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Gives back what was captured for an order that had been cancelled before. */
@Component
class LateRefund {
    private static final Logger log = LoggerFactory.getLogger(LateRefund.class);
    static final String WHY = "paid after cancellation";

    private final ObjectProvider<ExternalSteps> steps;
    private final Yici yici;
    private final RefundStep step;
    private final RefundPreparation preparation;

    /** @param steps asked when it is needed: it is made of all steps, and one of them needs this */
    LateRefund(ObjectProvider<ExternalSteps> steps, Yici yici, RefundStep step, RefundPreparation preparation) {
        this.steps = steps;
        this.yici = yici;
        this.step = step;
        this.preparation = preparation;
    }

    /**
     * Queues the refund in the transaction that books the capture: both commit or none, and the settler makes the call
     * afterwards. The payment's number is its key, so there is one for each payment, however often this is asked.
     */
    void queue(ChargeInput paid, String chargeId) {
        Operation refund = Operation.named(RefundStep.OPERATION).by("shop").key("late-" + paid.paymentNo());
        log.info("Order {}: payment {} came after the cancellation and goes back", paid.orderNo(), paid.paymentNo());
        steps.getObject()
                .queue(
                        step,
                        refund,
                        yici.fingerprint(paid),
                        () -> preparation.prepare(paid.orderNo(), chargeId, paid.amountCents(), WHY));
    }
}
