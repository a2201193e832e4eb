package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.WaitUntilState;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without JavaScript the server's token in the form is the key. */
class NoScriptTest extends InChromium {
    private Visitor alice;
    private Page page;
    private int before;

    @BeforeEach
    void signIn() {
        alice = visitor(origin(), options -> options.setJavaScriptEnabled(false))
                .signIn("alice");
        page = alice.page();
        before = orders();
    }

    @Test
    void orderIsPlacedAndPaid() {
        String orderNo = order();

        page.click("#pay button");
        page.waitForSelector("#status[data-status=PAID]");

        assertThat(orders() - before).isEqualTo(1);
        assertThat(number("SELECT COUNT(*) FROM payment WHERE status = 'CAPTURED' AND order_no = '" + orderNo + "'"))
                .isEqualTo(1);
    }

    /** The second click breaks the first request off and sends the form again: both come to the service. */
    @Test
    void pressingTwicePlacesOneOrder() {
        openTheForm();
        BoundingBox button = page.locator("#send").boundingBox();
        try (Gate.Held answer = gate.hold(OrderForm.PLAIN)) {
            page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
            answer.awaitDone();
            page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
            page.waitForSelector("#status");
        }

        assertOneOrderUnderOneToken(2);
    }

    /** Chromium asks again by itself where it had used the connection before; else it shows that it has nothing. */
    @Test
    void answerThatWasLostIsGivenToTheBrowserThatAsksAgain() {
        openTheForm();
        try (Gate.Held answer = gate.hold(OrderForm.PLAIN)) {
            page.click("#send", new Page.ClickOptions().setNoWaitAfter(true));
            answer.awaitDone();
            line.cutAll();
        }
        page.waitForCondition(() -> page.url().matches(".*/orders/(?!new)[^/]+|chrome-error:.*"));
        if (page.url().startsWith("chrome-error:")) {
            page.reload();
        }
        page.waitForSelector("#status");

        assertThat(gate.arrivals(OrderForm.PLAIN)).hasSizeGreaterThan(1);
        assertThat(orders() - before).isEqualTo(1);
    }

    @Test
    void goingBackToAPageThatWasKeptAndSendingTheSamePlacesNoOther() {
        gate.letPagesBeKept();
        String orderNo = order();

        page.goBack(new Page.GoBackOptions().setWaitUntil(WaitUntilState.COMMIT));
        page.click("#send");
        page.waitForSelector("#status");

        assertThat(page.url()).endsWith(orderNo);
        assertOneOrderUnderOneToken(2);
    }

    /** Nothing but the page remembers here, and this one came with a token of its own. */
    @Test
    void goingBackToAPageThatIsLoadedAgainIsANewIntent() {
        order();

        page.goBack();
        page.click("#send");
        page.waitForSelector("#status");

        assertThat(orders() - before).isEqualTo(2);
        assertThat(alice.keys(OrderForm.PLAIN)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void pressingPayTwiceChargesOnce() {
        String orderNo = order();
        BoundingBox button = page.locator("#pay button").boundingBox();
        String payment = "/orders/" + orderNo + "/payment";
        try (Gate.Held answer = gate.hold(payment)) {
            page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
            answer.awaitDone();
            page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
            page.waitForSelector("#status[data-status=PAID]");
        }

        assertThat(alice.keys(payment)).hasSize(2);
        assertThat(number("SELECT COUNT(*) FROM payment WHERE order_no = '" + orderNo + "'"))
                .isEqualTo(1);
    }

    private void openTheForm() {
        page.navigate("/orders/new?sku=TEA-1");
        page.fill("#order [name=quantity]", "2");
    }

    private String order() {
        openTheForm();
        page.click("#send");
        page.waitForSelector("#status");
        return page.url().substring(page.url().lastIndexOf('/') + 1);
    }

    private void assertOneOrderUnderOneToken(int sent) {
        List<String> keys = alice.keys(OrderForm.PLAIN);
        assertThat(orders() - before).as("orders").isEqualTo(1);
        assertThat(keys).hasSize(sent).containsOnly(keys.get(0)).doesNotContain("");
    }
}
