package io.yici.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.Fingerprint;
import io.yici.Operation;
import io.yici.Outcome;
import io.yici.external.Evidence;
import io.yici.external.ExternalSteps;
import io.yici.external.SettlerRound;
import io.yici.external.StepSettings;
import io.yici.external.StepView;
import io.yici.jdbc.JdbcYici;
import io.yici.test.RecordAgeing;
import java.time.Duration;
import java.util.UUID;

/** One order that is to be paid once, and everything around it; its operation name is its own. */
final class PaymentCase {
    static final StepSettings SETTINGS = StepSettings.timed(Duration.ofSeconds(10), Duration.ofSeconds(60));
    static final StepSettings DEDUPED = SETTINGS.dedupedFor(Duration.ofHours(24));

    final Shop shop;
    final Bank bank;
    final Payment payment;
    final ExternalSteps steps;
    final Operation operation;
    final String orderNo = "o-" + UUID.randomUUID();

    PaymentCase(Shop shop, Bank bank) {
        this(shop, bank, SETTINGS);
    }

    PaymentCase(Shop shop, Bank bank, StepSettings settings) {
        this(shop, shop.yici, bank, settings);
    }

    /** On a node of its own. */
    PaymentCase(Shop shop, JdbcYici yici, Bank bank, StepSettings settings) {
        this.shop = shop;
        this.bank = bank;
        String name = "pay-" + UUID.randomUUID();
        this.payment = new Payment(yici::connection, bank, name, settings);
        this.steps = yici.externalSteps(payment);
        this.operation = Operation.named(name).by("alice").key(Shop.freshKey());
    }

    Outcome<String> pay() {
        return pay(steps);
    }

    /** On another node. */
    Outcome<String> pay(ExternalSteps node) {
        return node.run(payment, operation, Fingerprint.of(orderNo), () -> payment.prepare(orderNo));
    }

    void queue() {
        steps.queue(payment, operation, Fingerprint.of(orderNo), () -> payment.prepare(orderNo));
    }

    /** Ends the thread's work as the end of its process would: nobody learns of it. */
    static void vanish() {
        throw new Vanished();
    }

    /** Stands for the end of a process. */
    static final class Vanished extends Error {
        private static final long serialVersionUID = 1L;
    }

    SettlerRound settle() {
        return steps.settler().runOnce();
    }

    /** Lets the lease of whoever runs it end, and the settle delay pass. */
    PaymentCase later() {
        return later(Duration.ofMinutes(5));
    }

    PaymentCase later(Duration by) {
        assertThat(RecordAgeing.on(shop.pool).age(operation, by)).isEqualTo(1);
        return this;
    }

    /** Whatever is left is due. */
    PaymentCase muchLater() {
        return later(Duration.ofHours(10));
    }

    StepView view() {
        return steps.find(operation).orElseThrow();
    }

    String key(int generation) {
        return operation.deriveKey("external-" + generation);
    }

    Evidence<OtherSide.Receipt> success() {
        return Evidence.succeeded(new OtherSide.Receipt("by-callback", 10));
    }

    /** The bank and the books say the same. */
    void assertPaidOnce() {
        assertThat(bank.charges(orderNo)).as("charges").isEqualTo(1);
        assertThat(booked("paid")).as("booked as paid").isEqualTo(1);
        assertThat(number("booked")).as("times booked").isEqualTo(1);
    }

    int booked(String state) {
        return shop.number(
                "select count(*) from payments where order_no = '" + orderNo + "' and state = '" + state + "'");
    }

    int number(String column) {
        return shop.number("select " + column + " from payments where order_no = '" + orderNo + "'");
    }
}
