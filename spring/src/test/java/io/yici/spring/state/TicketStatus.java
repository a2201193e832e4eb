package io.yici.spring.state;

/** Where a ticket stands. */
enum TicketStatus {
    OPEN,
    PAID,
    USED,
    VOID
}
