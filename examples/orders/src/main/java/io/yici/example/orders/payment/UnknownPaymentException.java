package io.yici.example.orders.payment;

/** The gateway tells of a key under which this shop has asked for nothing. Not recorded: it is to be told again. */
public final class UnknownPaymentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownPaymentException() {
        super("No payment and no refund of this shop has this key.");
    }
}
