package io.yici.example.orders.payment;

/** What is known of a payment. */
public enum PaymentStatus {
    /** On its way to the gateway, or nobody knows yet what became of it. */
    SETTLING,
    /** The gateway has the money. */
    CAPTURED,
    /** The gateway has refused it for good. */
    DECLINED
}
