package io.yici.example.orders.payment;

import io.yici.Answer;
import io.yici.Rejection;
import io.yici.example.orders.Money;
import io.yici.example.orders.Orders;
import io.yici.example.orders.gateway.GatewayClient;
import io.yici.example.orders.gateway.GivenBack;
import io.yici.example.orders.gateway.RefundRequest;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.StepCall;
import io.yici.external.StepSettings;
import org.springframework.stereotype.Component;

/** Gives money back: asks the gateway, and books what became of it, once, whoever brings the news. */
@Component
class RefundStep implements ExternalStep<RefundInput, GivenBack, RefundReceipt> {
    static final String OPERATION = "payment.give-back";

    private final GatewayClient gateway;
    private final Refunds refunds;
    private final Orders orders;
    private final StepSettings settings;

    RefundStep(GatewayClient gateway, Refunds refunds, Orders orders, StepSettings settings) {
        this.gateway = gateway;
        this.refunds = refunds;
        this.orders = orders;
        this.settings = settings;
    }

    @Override
    public String operation() {
        return OPERATION;
    }

    @Override
    public Class<RefundInput> inputType() {
        return RefundInput.class;
    }

    @Override
    public Class<GivenBack> resultType() {
        return GivenBack.class;
    }

    @Override
    public Answer<RefundReceipt> answer() {
        return Answer.stored(RefundReceipt.class);
    }

    @Override
    public StepSettings settings() {
        return settings;
    }

    @Override
    public Evidence<GivenBack> call(RefundInput input, StepCall call) throws Exception {
        RefundRequest request = new RefundRequest(input.chargeId(), input.amountCents());
        return Sending.of(() -> Evidences.ofAnswer(gateway.refund(call.key(), request, call.timeLeft())));
    }

    @Override
    public Evidence<GivenBack> query(RefundInput input, StepCall call) throws Exception {
        return Evidences.ofAnswer(gateway.refundUnder(call.key(), call.timeLeft()));
    }

    @Override
    public Conclusion<RefundReceipt> succeeded(RefundInput input, GivenBack givenBack) {
        if (givenBack.amountCents() != input.amountCents()) {
            throw new IllegalStateException("refund " + input.refundNo() + " is over " + input.amountCents()
                    + " cents, and the gateway says " + givenBack.amountCents());
        }
        refunds.done(input.refundNo());
        return Conclusion.answer(new RefundReceipt(
                input.refundNo(), input.orderNo(), Money.ofCents(input.amountCents()), RefundStatus.DONE));
    }

    /**
     * What was set apart for it is free for another refund. Where nobody asked for it, nobody would ask again, either:
     * money of a cancelled order is tried to be given back under the next key, until an operator is asked.
     */
    @Override
    public Conclusion<RefundReceipt> failed(RefundInput input, String reason) {
        if (refunds.isFor(input.refundNo(), LateRefund.WHY)) {
            return Conclusion.again();
        }
        refunds.failed(input.refundNo(), reason);
        orders.releaseRefund(input.orderNo(), input.amountCents());
        return Conclusion.rejected(Rejection.of("refund-failed", "The gateway has refused the refund.")
                .with("orderNo", input.orderNo())
                .with("refundNo", input.refundNo())
                .with("reason", reason));
    }
}
