package io.yici.compat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row that JPA writes. */
@Entity
@Table(name = "payments")
class PaymentEntity {
    @Id
    private String id = "";

    protected PaymentEntity() {}

    PaymentEntity(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }
}
