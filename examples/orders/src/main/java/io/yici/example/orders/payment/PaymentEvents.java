package io.yici.example.orders.payment;

import io.yici.example.orders.gateway.GatewayEvent;
import io.yici.external.ExternalSteps;
import io.yici.external.Settled;
import io.yici.external.StepView;
import io.yici.spring.Idempotent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** What the gateway tells by itself, about payments and refunds that this shop has asked for. */
@Service
public class PaymentEvents {
    private static final Logger log = LoggerFactory.getLogger(PaymentEvents.class);

    private final ExternalSteps steps;

    PaymentEvents(ExternalSteps steps) {
        this.steps = steps;
    }

    /**
     * Applies an event once, however often it is delivered: its record and whatever it changes commit together. What it
     * tells is evidence and no command, so one that is late, or told in another order, or already known changes
     * nothing, and one that contradicts what is known goes to the operators.
     *
     * @throws UnknownPaymentException nothing of its kind was asked for under its key; nothing is recorded, so it can
     *     come again
     */
    @Idempotent(operation = "payment.callback", key = "#event.eventId", caller = "'gateway'")
    public void apply(GatewayEvent event) {
        if (steps.find(event.key()).filter(asked -> isAbout(event, asked)).isEmpty()) {
            throw new UnknownPaymentException();
        }
        Settled settled = steps.settle(event.key(), Evidences.ofEvent(event));
        log.info("The gateway tells {}: {}", event.type(), settled);
    }

    private static boolean isAbout(GatewayEvent event, StepView asked) {
        boolean refund = event.type().equals(GatewayEvent.REFUNDED);
        return asked.operation().equals(refund ? RefundStep.OPERATION : ChargeStep.OPERATION);
    }
}
