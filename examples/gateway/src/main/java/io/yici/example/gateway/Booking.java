package io.yici.example.gateway;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the ledger, and what there is to tell about it.
 *
 * @param event null when the entry had been booked before, or nobody wants to be told
 */
record Booking<T>(T entry, @Nullable Event event) {}
