package io.yici.example.orders;

/**
 * Where an order stands. How much of its money was given back is a sum and no state: a cancelled order can have been
 * paid a moment too late, and be refunded.
 */
public enum OrderStatus {
    /** Placed, and free to be paid or cancelled. */
    NEW,
    /** A payment is on its way, or nobody knows yet what became of it. */
    PAYING,
    /** Paid once; from here money only goes back by refunds. */
    PAID,
    /** Called off, its stock returned. */
    CANCELLED
}
