package io.yici.example.orders.payment;

import io.yici.Rejection;
import io.yici.example.orders.OrderNumbers;
import io.yici.example.orders.Orders;
import org.springframework.stereotype.Component;

/** What is written before the gateway is asked to give money back, in one transaction with the record. */
@Component
class RefundPreparation {
    private final Orders orders;
    private final Refunds refunds;
    private final OrderNumbers numbers;

    RefundPreparation(Orders orders, Refunds refunds, OrderNumbers numbers) {
        this.orders = orders;
        this.refunds = refunds;
        this.numbers = numbers;
    }

    /** @throws Rejection {@code refund-too-much}: less than this is left of what was captured */
    RefundInput prepare(String orderNo, String chargeId, long cents, String why) {
        if (!orders.reserveRefund(orderNo, cents)) {
            throw Rejection.of("refund-too-much", "Refunds cannot come to more than what was paid.")
                    .with("orderNo", orderNo);
        }
        String refundNo = numbers.next();
        refunds.begin(refundNo, orderNo, cents, why);
        return new RefundInput(refundNo, orderNo, chargeId, cents);
    }
}
