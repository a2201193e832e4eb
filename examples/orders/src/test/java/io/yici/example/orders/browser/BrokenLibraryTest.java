package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the other tests would see of a library that is wrong: with a piece of it replaced there are two orders. */
class BrokenLibraryTest extends InChromium {
    private Visitor alice;
    private int before;

    @BeforeEach
    void signIn() {
        alice = visitor().signIn("alice");
        before = orders();
    }

    /** B49. */
    @Test
    void keyMadeForEachTryPlacesTwoOrders() {
        gate.rewrite(
                "/webjars/yici/attempt.js",
                "headers.set('Idempotency-Key', key);",
                "headers.set('Idempotency-Key', crypto.randomUUID());");

        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.press();
            answer.awaitDone();
            answer.breakOff();
        }
        form.placed();

        assertThat(orders() - before).isGreaterThan(1);
    }

    @Test
    void intentThatIsNotStoredPlacesTwoOrdersAroundAReload() {
        gate.rewrite("/webjars/yici/intent.js", "return sessionStorage[method](...given);", "return undefined;");

        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.press();
            answer.awaitDone();
            form.reload().fill(2).press().placed();
        }

        assertThat(orders() - before).isEqualTo(2);
    }

    @Test
    void intentThatDoesNotKnowItsContentPlacesTwoOrdersWhenOneGoesBack() {
        gate.rewrite("/webjars/yici/intent.js", "const noted = this.#notes()[hash];", "const noted = null;");

        OrderForm form = form();
        form.press().placed();
        form.page().evaluate("setTimeout(() => history.back())");
        form.ready().fill(2).press().placed();

        assertThat(orders() - before).isEqualTo(2);
    }

    @Test
    void guardWithoutLockAndMemoryPlacesTwoOrders() {
        gate.rewrite("/webjars/yici/intent.js", "const noted = this.#notes()[hash];", "const noted = null;");
        gate.rewrite("/webjars/yici/guard.js", "if (this.#busy) {", "if (false) {");
        GuardedOrderTest.guardTheForm(gate);

        OrderForm form = form();
        OrderForm.Trigger again = form.arm(gate, "form.requestSubmit();");
        try (Gate.Held answer = gate.hold(OrderForm.PLAIN)) {
            form.press();
            answer.awaitDone();
            again.pull();
            form.page().waitForCondition(() -> gate.arrivals(OrderForm.PLAIN).size() > 1);
        }
        form.placed();
        gate.awaitIdle();

        assertThat(orders() - before).isEqualTo(2);
    }

    private OrderForm form() {
        return OrderForm.open(alice.page()).ready().fill(2);
    }
}
