package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.yici.example.orders.Databases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens between the page and the service: every try has the key of the first. B49. */
class BadLineTest extends InChromium {
    private Visitor alice;
    private int before;

    @BeforeEach
    void signIn() {
        alice = visitor().signIn("alice");
        before = orders();
    }

    @Test
    void answerThatIsLostIsAskedForAgain() {
        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            answer.breakOff();
        }
        form.placed();

        assertOneOrderBy(alice.keys(OrderForm.API));
        assertThat(alice.keys(OrderForm.API)).hasSizeGreaterThan(1);
    }

    @Test
    void requestThatNeverArrivedIsSentAgain() {
        OrderForm form = form().fill(2);
        alice.offline(true);
        form.press();
        Visitor.until(form.page(), "document.querySelectorAll('#tries li').length > 0");
        assertThat(orders()).isEqualTo(before);
        alice.offline(false);
        form.placed();

        assertOneOrderBy(alice.keys(OrderForm.API));
        assertThat(alice.keys(OrderForm.API)).hasSizeGreaterThan(1);
    }

    /** The page's clock is put forward, so that it loses its patience at once. */
    @Test
    void answerThatIsLateIsAskedForAgainAndToldAsARepeat() {
        Page page = alice.page();
        page.clock().install();
        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            page.clock().fastForward(Duration.ofSeconds(21).toMillis());
            page.waitForCondition(() -> alice.keys(OrderForm.API).size() > 1 || ticked(page));
            form.placed();
        }

        assertOneOrderBy(alice.keys(OrderForm.API));
        assertThat(alice.keys(OrderForm.API)).hasSize(2);
        assertThat(alice.replays(OrderForm.API)).isEqualTo(1);
    }

    @Test
    void waitTheServiceAsksForIsKept() {
        gate.refuse(OrderForm.API, 503, 2);
        gate.refuse(OrderForm.API, 429, 1);
        form().fill(2).press().placed();

        List<Gate.Arrival> arrivals = gate.arrivals(OrderForm.API);
        assertOneOrderBy(alice.keys(OrderForm.API));
        assertThat(arrivals).hasSize(3);
        assertThat(Duration.ofNanos(arrivals.get(1).at() - arrivals.get(0).at()))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(Duration.ofNanos(arrivals.get(2).at() - arrivals.get(1).at()))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    /** The answer is lost, the next try is turned away, the page is loaded again, and the user presses once more. */
    @Test
    void keyOutlivesTriesReloadAndUser() {
        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            gate.refuse(OrderForm.API, 503, 20);
            answer.breakOff();
        }
        Visitor.until(form.page(), "document.querySelectorAll('#tries li').length >= 2");
        form.reload().fill(2).press().placed();

        assertOneOrderBy(alice.keys(OrderForm.API));
        assertThat(alice.keys(OrderForm.API)).hasSize(3);
    }

    /** What a browser does by itself is a repeat as well. */
    @Test
    void connectionCutBeforeTheAnswerPlacesOneOrder() {
        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            line.cutAll();
        }
        form.placed();

        assertOneOrderBy(alice.keys(OrderForm.API));
        assertThat(gate.arrivals(OrderForm.API)).hasSizeGreaterThan(1);
    }

    /** The answer is lost, and asked for when nobody remembers it: the key stays until the user wants another order. */
    @Test
    void whatWasAnsweredTooLongAgoIsOrderedAgainOnlyWhenWanted() {
        OrderForm form = form();
        try (Gate.Held answer = gate.hold(OrderForm.API)) {
            form.fill(2).press();
            answer.awaitDone();
            forgetAnswers();
            answer.breakOff();
        }
        form.told("unknown").ready();
        assertThat(form.page().textContent("#verdict")).contains("nobody remembers");
        form.press();
        form.page().waitForCondition(() -> gate.arrivals(OrderForm.API).size() == 3);
        form.told("unknown").reload().told("expired");
        assertOneOrderBy(alice.keys(OrderForm.API));

        form.page().click("#next a:last-child");
        form().fill(2).press().placed();
        assertThat(orders() - before).as("and the one that was wanted").isEqualTo(2);
    }

    private void forgetAnswers() {
        assertThat(Databases.execute(database, "UPDATE yici_record SET answers_until = created_at"))
                .isPositive();
    }

    private OrderForm form() {
        return OrderForm.open(alice.page()).ready();
    }

    private static boolean ticked(Page page) {
        page.clock().runFor(500);
        return false;
    }

    private void assertOneOrderBy(List<String> keys) {
        assertThat(orders() - before).as("orders").isEqualTo(1);
        assertThat(keys).isNotEmpty().containsOnly(keys.get(0)).doesNotContain("");
    }
}
