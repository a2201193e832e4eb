package io.yici.spring.persistence;

import io.yici.Rejection;
import io.yici.outbox.Message;
import io.yici.outbox.Outbox;
import io.yici.spring.Idempotent;
import io.yici.spring.OrderTable;
import io.yici.spring.PlaceOrder;
import jakarta.persistence.EntityManager;
import java.nio.charset.StandardCharsets;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Writes through three libraries, and publishes what was written. */
class Publishers {
    private final OrderTable orders;
    private final EntityManager entities;
    private final AuditMapper audits;
    private final Outbox outbox;

    Publishers(OrderTable orders, EntityManager entities, AuditMapper audits, Outbox outbox) {
        this.orders = orders;
        this.entities = entities;
        this.audits = audits;
        this.outbox = outbox;
    }

    @Transactional
    public void place(PlaceOrder order) {
        write(order);
        publish(order.key());
    }

    @Transactional
    public void placeAndFail(PlaceOrder order) {
        place(order);
        throw new IllegalStateException("boom");
    }

    /** The id of its message is derived from the operation. */
    @Idempotent(operation = "publish", key = "#order.key", caller = "#order.userId")
    public String placeOnce(PlaceOrder order) {
        return writeAndPublishDerived(order);
    }

    @Transactional
    @Idempotent(operation = "publish.transactional", key = "#order.key", caller = "#order.userId")
    public String placeOnceTransactional(PlaceOrder order) {
        return writeAndPublishDerived(order);
    }

    @Idempotent(operation = "publish.rejected", key = "#order.key", caller = "#order.userId")
    public void placeAndReject(PlaceOrder order) {
        place(order);
        throw Rejection.of("limit", "Too much");
    }

    @Transactional(readOnly = true)
    public void look(PlaceOrder order) {
        publish(order.key());
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void publishApart(String id) {
        publish(id);
    }

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public void publishOutside(String id) {
        publish(id);
    }

    /** Without anything around it, there is no transaction. */
    public void publish(String id) {
        outbox.publish(Message.to("orders", id.getBytes(StandardCharsets.UTF_8)).id(id));
    }

    @Transactional
    public void publishWithoutId() {
        outbox.publish(Message.to("orders", new byte[0]));
    }

    private String writeAndPublishDerived(PlaceOrder order) {
        write(order);
        return outbox.publish(Message.to("orders", order.key().getBytes(StandardCharsets.UTF_8)))
                .messageId();
    }

    private void write(PlaceOrder order) {
        entities.persist(new PaymentEntity(order.key(), order.key()));
        orders.insert(order.key(), order.sku());
        audits.insert(order.key());
    }
}
