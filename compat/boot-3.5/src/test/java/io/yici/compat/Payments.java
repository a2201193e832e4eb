package io.yici.compat;

import io.yici.Rejection;
import io.yici.spring.Idempotent;
import jakarta.persistence.EntityManager;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.validation.annotation.Validated;

/** Writes by JPA and JDBC, and counts its runs outside of the transaction. */
@Service
@Validated
class Payments {
    private final EntityManager entities;
    private final JdbcClient jdbc;
    private final AtomicInteger runs = new AtomicInteger();

    Payments(EntityManager entities, JdbcClient jdbc) {
        this.entities = entities;
        this.jdbc = jdbc;
    }

    record Pay(String key, BigDecimal amount) {}

    record Paid(BigDecimal amount, Instant at, Optional<String> note, List<Part> parts, byte[] seal) {}

    record Part(String name, BigDecimal share) {}

    int runs() {
        return runs.get();
    }

    @Transactional
    @Idempotent(operation = "pay", key = "#pay.key", caller = "'alice'")
    public Paid pay(Pay pay) {
        write(pay);
        Instant at = Instant.parse("2026-01-02T03:04:05.123456789Z");
        return new Paid(pay.amount(), at, Optional.empty(), List.of(new Part("all", pay.amount())), new byte[] {1, -1});
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @Idempotent(operation = "pay.reject", key = "#pay.key", caller = "'alice'")
    public void reject(Pay pay) {
        write(pay);
        throw Rejection.of("limit", "Too much");
    }

    @Idempotent(operation = "pay.fail", key = "#pay.key", caller = "'alice'")
    public void fail(Pay pay) {
        write(pay);
        throw new IllegalStateException("boom");
    }

    @Idempotent(operation = "pay.checked", key = "#key", caller = "'alice'")
    public int checked(String key, @Positive int amount) {
        return amount;
    }

    private void write(Pay pay) {
        runs.incrementAndGet();
        entities.persist(new PaymentEntity(pay.key()));
        jdbc.sql("INSERT INTO log (k) VALUES (?)").param(pay.key()).update();
    }

    int rows(String table) {
        return jdbc.sql("SELECT COUNT(*) FROM " + table).query(Integer.class).single();
    }
}
