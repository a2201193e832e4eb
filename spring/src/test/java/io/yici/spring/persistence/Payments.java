package io.yici.spring.persistence;

import io.yici.Rejection;
import io.yici.spring.Idempotent;
import io.yici.spring.Ledger;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import jakarta.persistence.EntityManager;
import org.springframework.transaction.annotation.Transactional;

/** Writes through three libraries in one method. */
class Payments {
    private final OrderTable orders;
    private final EntityManager entities;
    private final AuditMapper audits;
    private final Ledger ledger;

    Payments(OrderTable orders, EntityManager entities, AuditMapper audits, Ledger ledger) {
        this.orders = orders;
        this.entities = entities;
        this.audits = audits;
        this.ledger = ledger;
    }

    @Idempotent(operation = "pay", key = "#order.key", caller = "#order.userId")
    public String pay(PlaceOrder order) {
        return write(order, order.key());
    }

    @Transactional
    @Idempotent(operation = "pay.transactional", key = "#order.key", caller = "#order.userId")
    public String payTransactional(PlaceOrder order) {
        return write(order, order.key());
    }

    @Transactional
    @Idempotent(operation = "pay.failing", key = "#order.key", caller = "#order.userId")
    public String payAndFail(PlaceOrder order) {
        write(order, order.key());
        throw new IllegalStateException("boom");
    }

    @Transactional
    @Idempotent(operation = "pay.rejected", key = "#order.key", caller = "#order.userId")
    public String payAndReject(PlaceOrder order) {
        write(order, order.key());
        throw Rejection.of("limit", "Too much");
    }

    /** Two payments of one reference: JPA finds out when it flushes. */
    @Transactional
    @Idempotent(operation = "pay.twice", key = "#order.key", caller = "#order.userId")
    public String payTwice(PlaceOrder order) {
        write(order, order.key());
        entities.persist(new PaymentEntity(order.key() + "-2", order.key()));
        return "paid twice";
    }

    private String write(PlaceOrder order, String reference) {
        ledger.ran(order.key());
        entities.persist(new PaymentEntity(order.key(), reference));
        orders.insert(order.key(), order.sku());
        audits.insert(order.key());
        return "paid " + reference;
    }
}
