package io.yici.example.fulfilment;

import java.time.Instant;

/**
 * The one shipment of an order.
 *
 * @param orderNo the order's number
 * @param sku what is sent
 * @param quantity how many
 * @param status where it stands
 * @param createdAt when the order came here, to the millisecond
 */
public record Shipment(String orderNo, String sku, int quantity, ShipmentStatus status, Instant createdAt) {}
