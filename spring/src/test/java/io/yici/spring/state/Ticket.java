package io.yici.spring.state;

/** What the ways to map a ticket have in common. */
interface Ticket {
    TicketStatus status();

    long version();

    void note(String text);
}
