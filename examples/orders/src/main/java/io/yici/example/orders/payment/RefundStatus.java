package io.yici.example.orders.payment;

/** What is known of a refund. */
public enum RefundStatus {
    /** On its way to the gateway, or nobody knows yet what became of it; its sum is set apart. */
    SETTLING,
    /** The gateway has given the money back. */
    DONE,
    /** The gateway has refused it for good; its sum is free again. */
    FAILED
}
