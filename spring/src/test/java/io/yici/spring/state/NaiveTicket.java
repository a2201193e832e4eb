package io.yici.spring.state;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** Maps the table as many do: every column is written with every change. */
@Entity
@Table(name = "tickets")
class NaiveTicket implements Ticket {
    @Id
    @Column(name = "ticket_no")
    private String ticketNo = "";

    @Enumerated(EnumType.STRING)
    @Column(name = "status", nullable = false)
    private TicketStatus status = TicketStatus.OPEN;

    @Column(name = "version", nullable = false)
    private long version = 1;

    @Nullable private String note;

    protected NaiveTicket() {}

    NaiveTicket(String ticketNo) {
        this.ticketNo = ticketNo;
    }

    String ticketNo() {
        return ticketNo;
    }

    @Override
    public TicketStatus status() {
        return status;
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public void note(String text) {
        this.note = text;
    }

    @Nullable String note() {
        return note;
    }
}
