package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody may do to the order form, whichever way it is sent: B48. */
abstract class OneIntentContract extends InChromium {
    /** As a browser duplicates a tab: with a copy of its session storage. */
    private static final String DUPLICATE = "window.open(location.href);";

    private final String path;
    private Visitor alice;
    OrderForm form;
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
        OrderForm.Trigger again = form.arm(gate, "button.click(); form.requestSubmit();");
        try (Gate.Held answer = gate.hold(path)) {
            form.fill(2).press();
            answer.awaitDone();
            again.pull();
        }
        form.placed();

        assertOneOrderUnderOneKey();
    }

    /** The answer was fast, the next page is slow, and the finger comes down once more. */
    @Test
    void secondClickAfterAFastAnswerPlacesNoOther() {
        OrderForm.Trigger again = form.arm(
                gate, "await new Promise(done => setTimeout(done, 200)); button.click(); form.requestSubmit();");
        try (Gate.Held next = gate.holdNextPage("/orders/(?!new)[^/]+")) {
            form.fill(2).press();
            next.awaitDone();
            again.pull();
        }
        form.placed();

        assertOneOrderUnderOneKey();
    }

    @Test
    void sendingAgainAfterAReloadPlacesNoOther() {
        try (Gate.Held answer = gate.hold(path)) {
            form.fill(2).press();
            answer.awaitDone();
            form.reload().fill(2).press().placed();

            assertOneOrderUnderOneKey();
        }
    }

    /** The first request has come, and nothing was done yet, when the second overtakes it. */
    @Test
    void sendingAgainAfterAReloadOvertakesWhatIsOnItsWay() {
        try (Gate.Held request = gate.holdBefore(path)) {
            form.fill(2).press();
            request.awaitArrived();
            form.reload().fill(2).press().placed();
        }
        gate.awaitIdle();

        assertOneOrderUnderOneKey();
    }

    /** Without its modules the form would go under the page's own token, whatever was sent before. */
    @Test
    void clickBeforeTheModulesHaveRunWaitsForThem() {
        Visitor.mark(form.page());
        OrderForm.Trigger again = form.arm(gate, "location.reload();");
        try (Gate.Held answer = gate.hold(path);
                Gate.Held module = gate.holdNextPage("/webjars/yici/intent.js")) {
            form.fill(2).press();
            answer.awaitDone();
            again.pull();
            module.awaitArrived();
            Visitor.untilNext(form.page(), "#send");
            form.atOnce("quantity.value = 2;").press();
            module.close();
            form.placed();

            assertOneOrderUnderOneKey();
        }
    }

    @Test
    void goingBackAndEditingPlacesASecondOrder() {
        gate.letNoPageBeKept();
        form = OrderForm.open(alice.page()).ready();
        form.fill(2).press().placed();
        goBack();
        form.fill(3).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void goingBackAndSendingTheSamePlacesNoOther() {
        gate.letNoPageBeKept();
        form = OrderForm.open(alice.page()).ready();
        String orderNo = form.fill(2).press().placed();
        goBack();
        String again = form.fill(2).press().placed();

        assertThat(again).as("%s", alice.keys(path)).isEqualTo(orderNo);
        assertOneOrderUnderOneKey();
    }

    @Test
    void goingBackToAPageThatWasKeptAndSendingTheSamePlacesNoOther() {
        form.fill(2);
        form.page().evaluate("window.mark = 'left'");
        String orderNo = form.press().placed();

        goBack();
        assertThat(form.page().evaluate("window.mark")).isEqualTo("left");
        String again = form.press().placed();

        assertThat(again).as("%s", alice.keys(path)).isEqualTo(orderNo);
        assertOneOrderUnderOneKey();
    }

    @Test
    void goingBackToAPageThatWasKeptAndEditingPlacesASecondOrder() {
        form.fill(2);
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
        OrderForm.open(alice.page()).ready().knowing().fill(2).press().placed();

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
        Page copy = alice.context().waitForPage(() -> form.atOnce(DUPLICATE));
        OrderForm other = new OrderForm(copy).ready();

        form.fill(2).press().placed();
        other.fill(2).press().placed();

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(path)).hasSize(2).doesNotHaveDuplicates();
    }

    /** What the service has done already the copy is told of; so here it has not begun. */
    @Test
    void tabDuplicatedWhileAnOrderIsUnansweredAsksUnderItsKey() {
        OrderForm.Trigger copy = form.arm(gate, DUPLICATE);
        try (Gate.Held request = gate.holdBefore(path)) {
            form.fill(2).press();
            request.awaitArrived();
            OrderForm other = new OrderForm(alice.context().waitForPage(copy::pull)).ready();
            other.fill(2).press().placed();
        }
        form.placed();

        assertOneOrderUnderOneKey();
        assertThat(alice.keys(path)).hasSize(2);
    }

    private void goBack() {
        form.page().evaluate("setTimeout(() => history.back())");
        form.ready();
    }

    private void assertOneOrderUnderOneKey() {
        List<String> keys = alice.keys(path);
        assertThat(orders() - before).as("orders, of %s", keys).isEqualTo(1);
        assertThat(keys).isNotEmpty().containsOnly(keys.get(0)).allMatch(key -> !key.isEmpty());
    }
}
