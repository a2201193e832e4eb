package io.yici.example.fulfilment;

/** Where a shipment stands. */
public enum ShipmentStatus {
    /** To be sent. */
    OPEN,
    /** On its way; it can no longer be called off. */
    SHIPPED,
    /** Called off with its order. */
    CANCELLED
}
