package io.yici.example.orders;

import java.math.BigDecimal;

/** Sums of money: yuan with two decimals outside, whole cents in tables and towards the gateway. */
public final class Money {
    private Money() {}

    /** Yuan of cents. */
    public static BigDecimal ofCents(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /**
     * Cents of yuan.
     *
     * @throws ArithmeticException there is a fraction of a cent, or more than any table holds
     */
    public static long cents(BigDecimal yuan) {
        return yuan.movePointRight(2).longValueExact();
    }
}
