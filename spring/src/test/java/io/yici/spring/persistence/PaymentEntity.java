package io.yici.spring.persistence;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row that JPA writes; its id is assigned, so that persist alone sends nothing. */
@Entity
@Table(name = "payments")
class PaymentEntity {
    @Id
    private String id = "";

    @Column(nullable = false, unique = true)
    private String reference = "";

    protected PaymentEntity() {}

    PaymentEntity(String id, String reference) {
        this.id = id;
        this.reference = reference;
    }

    String id() {
        return id;
    }

    String reference() {
        return reference;
    }
}
