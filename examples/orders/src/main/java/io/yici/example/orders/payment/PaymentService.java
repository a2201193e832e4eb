package io.yici.example.orders.payment;

import io.yici.Operation;
import io.yici.Rejection;
import io.yici.Yici;
import io.yici.example.orders.Money;
import io.yici.example.orders.Order;
import io.yici.example.orders.OrderMoves;
import io.yici.example.orders.OrderNumbers;
import io.yici.example.orders.Orders;
import io.yici.external.ExternalSteps;
import io.yici.lease.Lease;
import io.yici.lease.Leases;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Service;

/** Pays orders. */
@Service
public class PaymentService {
    private final Leases<?> leases;
    private final ExternalSteps steps;
    private final Yici yici;
    private final ChargeStep step;
    private final Payments payments;
    private final Orders orders;
    private final OrderMoves moves;
    private final OrderNumbers numbers;
    private final Duration leaseTime;

    PaymentService(
            Leases<?> leases,
            ExternalSteps steps,
            Yici yici,
            ChargeStep step,
            Payments payments,
            Orders orders,
            OrderMoves moves,
            OrderNumbers numbers,
            PaymentSettings settings) {
        this.leases = leases;
        this.steps = steps;
        this.yici = yici;
        this.step = step;
        this.payments = payments;
        this.orders = orders;
        this.moves = moves;
        this.numbers = numbers;
        this.leaseTime = settings.lease();
    }

    /**
     * Pays an order, the whole of it, once for the running operation. Blocks until the gateway answers or its time is
     * over.
     *
     * @throws PaymentInProgressException another payment of it is on its way, or nobody knows yet what became of one
     * @throws Rejection {@code payment-declined}, {@code order-paid} or {@code order-cancelled}; recorded
     * @throws io.yici.OutcomeUnknownException nobody knows yet what became of this one; it settles by itself, and the
     *     same key may be sent again
     */
    public PaymentReceipt pay(String buyer, String orderNo, String channel) {
        // Spares the gateway and the database a rival; that there is one charge is decided by the order's state.
        try (Lease alone = leases.tryAcquire("payment:" + orderNo + ":" + channel, leaseTime)
                .orElseThrow(() -> new PaymentInProgressException(orderNo))) {
            Operation charge = Inner.of(ChargeStep.OPERATION, "charge");
            return steps.run(
                            step,
                            charge,
                            yici.fingerprint(List.of(buyer, orderNo, channel)),
                            () -> begin(buyer, orderNo, channel))
                    .value();
        }
    }

    /** Before the gateway is asked, in one transaction with the record: the order is taken and the payment written. */
    private ChargeInput begin(String buyer, String orderNo, String channel) {
        Order order = orders.require(buyer, orderNo);
        if (!moves.beginPayment(orderNo)) {
            throw new PaymentInProgressException(orderNo);
        }
        String paymentNo = numbers.next();
        long cents = Money.cents(order.amount());
        payments.begin(paymentNo, orderNo, channel, cents);
        return new ChargeInput(paymentNo, orderNo, channel, cents);
    }
}
