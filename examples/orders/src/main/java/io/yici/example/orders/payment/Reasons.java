package io.yici.example.orders.payment;

/** Texts of the gateway, as long as the tables hold them. */
final class Reasons {
    private static final int LENGTH = 200;

    private Reasons() {}

    static String shortened(String reason) {
        return reason.length() <= LENGTH ? reason : reason.substring(0, LENGTH);
    }
}
