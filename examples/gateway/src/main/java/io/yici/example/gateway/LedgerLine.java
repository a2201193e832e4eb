package io.yici.example.gateway;

import org.jspecify.annotations.Nullable;

/**
 * One line of the ledger file: an entry with the event it makes, or the end of an event.
 *
 * @param delivered the id of an event that the shop has accepted
 */
record LedgerLine(
        @Nullable Charge charge,
        @Nullable Refund refund,
        @Nullable Event event,
        @Nullable String delivered) {}
