package io.yici.example.orders.payment;

/**
 * The order is being paid under another key. Nothing was done and nothing is recorded: the same request may be sent
 * again, and then meets what has become of that payment.
 */
public final class PaymentInProgressException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PaymentInProgressException(String orderNo) {
        super("Order " + orderNo + " is being paid; what became of that payment is not known yet.");
    }
}
