package io.yici.example.orders.payment;

/**
 * The gateway tells of a key under which this shop has asked for nothing of the kind. Not recorded, so it is told
 * again.
 */
public final class UnknownPaymentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownPaymentException() {
        super("No payment and no refund of this shop has this key.");
    }
}
