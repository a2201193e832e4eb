package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is signed in changes while a form is open, or after it was sent. */
class UsersTest extends InChromium {
    private Visitor visitor;
    private OrderForm form;
    private int before;

    @BeforeEach
    void openTheForm() {
        visitor = visitor().signIn("alice");
        form = OrderForm.open(visitor.page()).ready();
        before = orders();
    }

    /** Alice's order has no answer when Bob takes over her tab and orders the same. */
    @Test
    void otherUserOfTheTabHasIntentsOfHisOwn() {
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            visitor.loseSession();
            visitor.signIn("bob");
            OrderForm.open(visitor.page()).ready().fill(2).press().placed();
        }

        assertThat(number("SELECT COUNT(*) FROM orders WHERE buyer = 'alice'")).isPositive();
        assertThat(orders() - before).isEqualTo(2);
        assertThat(visitor.keys(OrderForm.API)).hasSize(2).doesNotHaveDuplicates();
    }

    /** And when she is back, what she sent is found again. */
    @Test
    void firstUserFindsHerIntentAgain() {
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            visitor.loseSession();
            visitor.signIn("bob");
            visitor.loseSession();
            visitor.signIn("alice");
        }
        OrderForm again = OrderForm.open(visitor.page()).ready();

        Visitor.until(again.page(), "document.querySelector('#answer').textContent.trim() !== ''");
        assertThat(orders() - before).isEqualTo(1);
    }

    @Test
    void formThatIsNoLongerSignedInKeepsItsKey() {
        form.fill(2);
        visitor.loseSession();
        form.press();
        Visitor.until(form.page(), "!!document.querySelector('#answer a[href^=\"/orders/new?\"]')");
        assertThat(orders()).isEqualTo(before);

        signInElsewhere();
        form.ready().press().placed();

        assertOneOrderUnderOneKey();
    }

    /** The answer is lost, and before the next try the session ends: the order may be there, so its key has to stay. */
    @Test
    void signOutInTheMiddleKeepsTheKeyOfWhatWasSent() {
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            visitor.loseSession();
            answer.breakOff();
        }
        Visitor.until(form.page(), "!!document.querySelector('#answer a[href^=\"/orders/new?\"]')");
        signInElsewhere();
        form.ready().press().placed();

        assertOneOrderUnderOneKey();
    }

    /** In another tab, as somebody does who wants to keep what was typed. */
    private void signInElsewhere() {
        Page other = visitor.context().newPage();
        visitor.signIn("alice", other);
        other.close();
    }

    private void assertOneOrderUnderOneKey() {
        List<String> keys = visitor.keys(OrderForm.API);
        assertThat(orders() - before).as("orders").isEqualTo(1);
        assertThat(keys).hasSizeGreaterThan(1).containsOnly(keys.get(0)).doesNotContain("");
    }
}
