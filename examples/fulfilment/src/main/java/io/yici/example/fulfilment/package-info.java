/**
 * What follows from an order: one shipment, and points for the buyer. A library of its own, that the order service runs
 * beside itself where no broker is set; {@link io.yici.example.fulfilment.app} makes it a service.
 */
@NullMarked
package io.yici.example.fulfilment;

import org.jspecify.annotations.NullMarked;
