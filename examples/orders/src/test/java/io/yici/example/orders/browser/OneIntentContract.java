package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody may do to the order form, whichever way it is sent: B48. */
abstract class OneIntentContract extends InChromium {
    private final String path;
    private Visitor alice;
    private OrderForm form;
    private int before;

    /** @param path where the form goes */
    OneIntentContract(String path) {
        this.path = path;
    }

    /** Before the form is opened. */
    void prepare() {}

    @BeforeEach
    void openTheForm() {
        prepare();
        alice = visitor().signIn("alice");
        form = OrderForm.open(alice.page()).ready();
        before = orders();
    }

    @Test
    void twoClicksInOneTickPlaceOneOrder() {
        form.fill(2).atOnce("button.click(); button.click();").placed();

        assertOneOrderUnderOneKey();
    }

    @Test
    void doubleClickPlacesOneOrder() {
        form.fill(2);
        alice.page().dblclick("#send");
        form.placed();

        assertOneOrderUnderOneKey();
    }

    @Test
    void enterAndClickPlaceOneOrder() {
        BoundingBox button = form.fill(2).page().locator("#send").boundingBox();
        try (Gate.Held answer = gate.hold(path)) {
            form.page().focus("#order [name=quantity]");
            form.page().keyboard().press("Enter");
            form.page().mouse().click(button.x + button.width / 2, button.y + button.height / 2);
            answer.awaitDone();
        }
        form.placed();

        assertOneOrderUnderOneKey();
    }

    @Test
    void submittingTwiceByScriptPlacesOneOrder() {
        form.fill(2).atOnce("form.requestSubmit(button); form.requestSubmit();").placed();

        assertOneOrderUnderOneKey();
    }

    @Test
    void secondClickWhileTheAnswerIsOnItsWayPlacesNoOther() {
        try (Gate.Held answer = gate.hold(path)) {
            form.fill(2).press();
            answer.awaitDone();
            form.atOnce("button.click(); form.requestSubmit();");
        }
        form.placed();

        assertOneOrderUnderOneKey();
    }

    /** The answer was fast, the next page is slow, and the finger comes down once more. */
    @Test
    void secondClickAfterAFastAnswerPlacesNoOther() {
        try (Gate.Held next = gate.holdNextPage("/orders/(?!new)[^/]+")) {
            form.fill(2).press();
            next.awaitDone();
            form.page().evaluate("() => new Promise(done => setTimeout(done, 200))");
            form.atOnce("button.click(); form.requestSubmit();");
        }
        form.placed();

        assertOneOrderUnderOneKey();
    }

    @Test
    void sendingAgainAfterAReloadPlacesNoOther() {
        try (Gate.Held answer = gate.hold(path)) {
            form.fill(2).press();
            answer.awaitDone();
            form.page().reload();
            form.ready().fill(2).press().placed();

            assertOneOrderUnderOneKey();
        }
    }

    /** The first request has come, and nothing was done yet, when the second overtakes it. */
    @Test
    void sendingAgainAfterAReloadOvertakesWhatIsOnItsWay() {
        try (Gate.Held request = gate.holdBefore(path)) {
            form.fill(2).press();
            request.awaitArrived();
            form.page().reload();
            form.ready().fill(2).press().placed();
        }
        gate.awaitIdle();

        assertOneOrderUnderOneKey();
    }

    @Test
    void goingBackAndEditingPlacesASecondOrder() {
        form.fill(2).press().placed();
        goBack();
        form.fill(3).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void goingBackAndSendingTheSamePlacesNoOther() {
        String orderNo = form.fill(2).press().placed();
        goBack();
        String again = form.fill(2).press().placed();

        assertThat(again).isEqualTo(orderNo);
        assertOneOrderUnderOneKey();
    }

    @Test
    void goingBackToAPageThatWasKeptAndSendingTheSamePlacesNoOther() {
        gate.letPagesBeKept();
        form = OrderForm.open(alice.page()).ready().fill(2);
        form.page().evaluate("window.mark = 'left'");
        String orderNo = form.press().placed();

        goBack();
        assertThat(form.page().evaluate("window.mark")).isEqualTo("left");
        String again = form.press().placed();

        assertThat(again).isEqualTo(orderNo);
        assertOneOrderUnderOneKey();
    }

    @Test
    void goingBackToAPageThatWasKeptAndEditingPlacesASecondOrder() {
        gate.letPagesBeKept();
        form = OrderForm.open(alice.page()).ready().fill(2);
        form.page().evaluate("window.mark = 'left'");
        form.press().placed();

        goBack();
        assertThat(form.page().evaluate("window.mark")).isEqualTo("left");
        form.fill(3).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void openingTheFormAnewIsANewIntent() {
        form.fill(2).press().placed();
        OrderForm.open(alice.page()).ready().fill(2).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void twoTabsOpenedApartAreTwoIntents() {
        Page second = alice.context().newPage();
        OrderForm other = OrderForm.open(second).ready();

        form.fill(2).press().placed();
        other.fill(2).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void tabDuplicatedBeforeAnythingWasSentIsAnIntentOfItsOwn() {
        OrderForm other = duplicate();

        form.fill(2).press().placed();
        other.fill(2).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void tabDuplicatedWhileAnOrderIsUnansweredAsksUnderItsKey() {
        try (Gate.Held answer = gate.hold(path)) {
            form.fill(2).press();
            answer.awaitDone();
            OrderForm other = duplicate();
            other.fill(2).press().placed();

            assertOneOrderUnderOneKey();
        }
        form.placed();
        assertOneOrderUnderOneKey();
    }

    /** As a browser duplicates a tab: with a copy of its session storage. */
    private OrderForm duplicate() {
        Page copy = alice.context().waitForPage(() -> form.page().evaluate("() => { window.open(location.href); }"));
        return new OrderForm(copy).ready();
    }

    private void goBack() {
        form.page().evaluate("history.back()");
        form.ready();
    }

    private void assertOneOrderUnderOneKey() {
        List<String> keys = alice.keys(path);
        assertThat(orders() - before).as("orders").isEqualTo(1);
        assertThat(keys).isNotEmpty().containsOnly(keys.get(0)).allMatch(key -> !key.isEmpty());
    }
}
