package io.yici.example.orders;

/** The buyer has no order with this number. Nothing was done, and nothing is recorded of it. */
public final class NoSuchOrderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoSuchOrderException(String orderNo) {
        super("There is no order " + orderNo + ".");
    }
}
