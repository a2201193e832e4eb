package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plain form guarded by {@code forms.js}: one payment, whatever is done to it. */
class PaymentFormTest extends InChromium {
    private Visitor alice;
    private Page page;
    private String orderNo;
    private String path;

    @BeforeEach
    void order() {
        alice = visitor().signIn("alice");
        orderNo = service.as("alice").ordered(UUID.randomUUID().toString(), "TEA-1", 1);
        path = "/orders/" + orderNo + "/payment";
        page = open(alice.page());
    }

    @Test
    void twoClicksInOneTickPayOnce() {
        atOnce("button.click(); button.click();");
        awaitPaid();

        assertSentOnce();
    }

    @Test
    void doubleClickPaysOnce() {
        page.dblclick("#pay button");
        awaitPaid();

        assertSentOnce();
    }

    @Test
    void submittingTwiceByScriptPaysOnce() {
        atOnce("form.submit(); form.submit(); form.requestSubmit(button);");
        awaitPaid();

        assertSentOnce();
    }

    @Test
    void requestingSubmitTwiceByScriptPaysOnce() {
        atOnce("form.requestSubmit(button); form.requestSubmit(); form.submit();");
        awaitPaid();

        assertSentOnce();
    }

    @Test
    void enterAndClickPayOnce() {
        BoundingBox button = page.locator("#pay button").boundingBox();
        try (Gate.Held answer = gate.hold(path)) {
            page.focus("#pay button");
            page.keyboard().press("Enter");
            page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
            answer.awaitDone();
            page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
        }
        awaitPaid();

        assertSentOnce();
    }

    /** The page says itself when it has looked: on its way to another it takes no orders from a driver. */
    @Test
    void formIsBusyWhileItIsSentAndSaysSo() {
        String before = page.textContent("#pay button");
        page.evaluate("() => document.querySelector('#pay').addEventListener('submit', () => setTimeout(() => {"
                + " const button = document.querySelector('#pay button');"
                + " sessionStorage.seen = [document.querySelector('#pay').getAttribute('aria-busy'), button.disabled,"
                + " button.textContent].join(); fetch('/favicon.svg?seen'); }, 50))");
        try (Gate.Held answer = gate.hold(path);
                Gate.Held seen = gate.holdNextPage("/favicon.svg")) {
            page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
            seen.awaitArrived();
            answer.awaitDone();
        }
        awaitPaid();

        String seen = (String) page.evaluate("sessionStorage.seen");
        assertThat(seen).startsWith("true,true,").doesNotContain(before.strip());
    }

    /** What could be pressed by mistake stays where it is when the modules run, and when an earlier one is told of. */
    @ParameterizedTest
    @ValueSource(ints = {1280, 360})
    void whatIsToldOfAnEarlierOneMovesNothingThatCanBePressed(int width) {
        page.setViewportSize(width, 740);
        gate.refuse(path, 204, 0);
        page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
        page.waitForCondition(() -> gate.arrivals(path).size() == 1);
        gate.awaitIdle();
        Visitor.mark(page);
        try (Gate.Held module = gate.holdNextPage("/times.js");
                Gate.Held status = gate.holdNextPage("/idempotency/page.pay/status")) {
            page.evaluate("setTimeout(() => location.reload())");
            module.awaitArrived();
            Visitor.untilNext(page, "#told");
            double before = top();
            module.close();
            status.awaitArrived();
            Visitor.until(page, "document.querySelector('#told').dataset.kind === 'asking'");
            assertThat(top()).isEqualTo(before);
            status.close();
            Visitor.until(page, "document.querySelector('#told').dataset.kind === 'absent'");
            assertThat(top()).isEqualTo(before);
        }
    }

    private double top() {
        return ((Number) page.evaluate("document.querySelector('#actions').getBoundingClientRect().top + scrollY"))
                .doubleValue();
    }

    @Test
    void sendingAgainAfterAReloadPaysOnce() {
        try (Gate.Held answer = gate.holdBefore(path)) {
            page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
            answer.awaitArrived();
            Visitor.reload(page);
            ready(page);
            Visitor.until(page, "document.querySelector('#told').dataset.kind === 'absent'");
            page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
            awaitPaid();
        }
        gate.awaitIdle();

        assertThat(alice.keys(path)).hasSize(2).containsOnly(alice.keys(path).get(0));
        assertPaidOnce();
    }

    @Test
    void goingBackAndPayingAgainPaysOnce() {
        gate.letPagesBeKept();
        page = open(page);
        page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
        awaitPaid();

        page.evaluate("setTimeout(() => history.back())");
        Visitor.until(page, "location.pathname.startsWith('/orders/')");
        if (page.isVisible("#pay button")) {
            page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
        }
        awaitPaid();

        assertPaidOnce();
    }

    @Test
    void pageThatWasKeptIsUsableAgain() {
        gate.letPagesBeKept();
        page = open(page);
        page.evaluate("window.mark = 'left'");
        try (Gate.Held answer = gate.holdBefore(path)) {
            atOnce("button.click(); location.href = '/orders';");
            Visitor.until(page, "location.pathname === '/orders'");
        }
        gate.awaitIdle();

        page.evaluate("setTimeout(() => history.back())");
        Visitor.until(page, "window.mark === 'left'");
        ready(page);
        assertThat(page.getAttribute("#pay", "aria-busy")).isNull();
        page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
        awaitPaid();

        assertPaidOnce();
    }

    @Test
    void oneOrderPaidInTwoTabsIsChargedOnce() {
        Page second = open(alice.context().newPage());

        try (Gate.Held first = gate.holdBefore(path)) {
            page.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
            first.awaitArrived();
            second.click("#pay button", new Page.ClickOptions().setNoWaitAfter(true));
            Visitor.until(second, "!!document.querySelector('#status[data-status=PAID]')");
        }
        gate.awaitIdle();

        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
        assertPaidOnce();
    }

    private Page open(Page tab) {
        tab.navigate("/orders/" + orderNo);
        ready(tab);
        return tab;
    }

    /** The module has found the form. */
    private static void ready(Page tab) {
        Visitor.until(tab, "!!document.querySelector('#pay button:enabled') && document.readyState === 'complete'");
    }

    private void atOnce(String statements) {
        page.evaluate("() => { const form = document.querySelector('#pay');"
                + " const button = form.querySelector('button'); " + statements + " }");
    }

    private void awaitPaid() {
        Visitor.until(page, "!!document.querySelector('#status[data-status=PAID]')");
    }

    private void assertSentOnce() {
        List<String> keys = alice.keys(path);
        assertThat(keys).hasSize(1).doesNotContain("");
        assertThat(gate.arrivals(path)).hasSize(1);
        assertPaidOnce();
    }

    private void assertPaidOnce() {
        assertThat(number("SELECT COUNT(*) FROM payment WHERE order_no = '" + orderNo + "' AND status <> 'DECLINED'"))
                .as("payments")
                .isEqualTo(1);
        assertThat(number("SELECT captured_cents FROM orders WHERE order_no = '" + orderNo + "'"))
                .isEqualTo(6800);
    }
}
