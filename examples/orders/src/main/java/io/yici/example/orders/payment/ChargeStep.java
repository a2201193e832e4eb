package io.yici.example.orders.payment;

import io.yici.Answer;
import io.yici.Rejection;
import io.yici.example.orders.Money;
import io.yici.example.orders.OrderMoves;
import io.yici.example.orders.Orders;
import io.yici.example.orders.gateway.Charge;
import io.yici.example.orders.gateway.ChargeRequest;
import io.yici.example.orders.gateway.GatewayClient;
import io.yici.external.Conclusion;
import io.yici.external.Evidence;
import io.yici.external.ExternalStep;
import io.yici.external.StepCall;
import io.yici.external.StepSettings;
import org.springframework.stereotype.Component;

/** Takes an order's money: asks the gateway, and books what became of it, once, whoever brings the news. */
@Component
class ChargeStep implements ExternalStep<ChargeInput, Charge, PaymentReceipt> {
    static final String OPERATION = "payment.charge";

    private final GatewayClient gateway;
    private final Payments payments;
    private final Orders orders;
    private final OrderMoves moves;
    private final LateRefund lateRefund;
    private final StepSettings settings;

    ChargeStep(
            GatewayClient gateway,
            Payments payments,
            Orders orders,
            OrderMoves moves,
            LateRefund lateRefund,
            StepSettings settings) {
        this.gateway = gateway;
        this.payments = payments;
        this.orders = orders;
        this.moves = moves;
        this.lateRefund = lateRefund;
        this.settings = settings;
    }

    @Override
    public String operation() {
        return OPERATION;
    }

    @Override
    public Class<ChargeInput> inputType() {
        return ChargeInput.class;
    }

    @Override
    public Class<Charge> resultType() {
        return Charge.class;
    }

    @Override
    public Answer<PaymentReceipt> answer() {
        return Answer.stored(PaymentReceipt.class);
    }

    @Override
    public StepSettings settings() {
        return settings;
    }

    @Override
    public Evidence<Charge> call(ChargeInput input, StepCall call) throws Exception {
        ChargeRequest request = new ChargeRequest(input.orderNo(), input.channel(), input.amountCents());
        return Sending.of(() -> Evidences.ofChargeAnswer(gateway.charge(call.key(), request, call.timeLeft())));
    }

    @Override
    public Evidence<Charge> query(ChargeInput input, StepCall call) throws Exception {
        return Evidences.ofChargeAnswer(gateway.chargeUnder(call.key(), call.timeLeft()));
    }

    /** The order is paid; or, when it was cancelled meanwhile, its money goes back at once, by a refund of its own. */
    @Override
    public Conclusion<PaymentReceipt> succeeded(ChargeInput input, Charge charge) {
        if (charge.amountCents() != input.amountCents()) {
            throw new IllegalStateException("payment " + input.paymentNo() + " is over " + input.amountCents()
                    + " cents, and the gateway says " + charge.amountCents());
        }
        payments.captured(input.paymentNo(), charge.chargeId());
        orders.addCaptured(input.orderNo(), input.amountCents());
        if (moves.paid(input.orderNo())) {
            return Conclusion.answer(new PaymentReceipt(
                    input.paymentNo(), input.orderNo(), Money.ofCents(input.amountCents()), PaymentStatus.CAPTURED));
        }
        lateRefund.queue(input, charge.chargeId());
        return Conclusion.rejected(Rejection.of(
                        "order-cancelled",
                        "The order was cancelled while it was being paid. The money goes back by itself.")
                .with("orderNo", input.orderNo())
                .with("paymentNo", input.paymentNo()));
    }

    /** The order can be paid anew. */
    @Override
    public Conclusion<PaymentReceipt> failed(ChargeInput input, String reason) {
        payments.declined(input.paymentNo(), reason);
        moves.payableAgain(input.orderNo());
        return Conclusion.rejected(Rejection.of("payment-declined", "The payment was declined; nothing was charged.")
                .with("orderNo", input.orderNo())
                .with("paymentNo", input.paymentNo())
                .with("reason", reason));
    }
}
