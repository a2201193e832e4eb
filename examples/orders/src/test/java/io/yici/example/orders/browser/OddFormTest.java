package io.yici.example.orders.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forms as applications have them, with more in them than fields and one button, and guarded all the same: B48. */
class OddFormTest extends InChromium {
    private static final String TOKENS = "/api/tokens";
    private static final String ROW = "<div class=\"row\">";

    private Visitor alice;
    private Page page;
    private OrderForm form;
    private int before;

    @BeforeEach
    void signIn() {
        alice = visitor().signIn("alice");
        page = alice.page();
        form = new OrderForm(page);
        before = orders();
    }

    /** A file field that is left empty holds a file of the moment. */
    @Test
    void fieldForAFileThatIsLeftEmptyIsNoNewContent() {
        gate.rewrite(
                "/orders/new",
                "class=\"card\" method=\"post\"",
                "class=\"card\" method=\"post\" enctype=\"multipart/form-data\"");
        open("<input type=\"file\" name=\"note\">");
        gate.lose(OrderForm.PLAIN);
        send(2);

        form.reload().fill(2).press().placed();

        assertOneOrder();
    }

    @Test
    void scriptSendsTheSameAsAClick() {
        open("");
        gate.lose(OrderForm.PLAIN);
        send(2);

        form.reload().fill(2).atOnce("form.submit();").placed();

        assertOneOrder();
    }

    @Test
    void scriptThatIsEarlierThanTheModulesWaitsForThem() {
        open("");
        gate.lose(OrderForm.PLAIN);
        send(2);

        beforeTheModules("form.submit();").placed();

        assertOneOrder();
    }

    @Test
    void ofTwoPressesBeforeTheModulesTheFirstIsSent() {
        open("");

        beforeTheModules("const other = button.cloneNode(); other.setAttribute('formaction', '/nowhere');"
                        + " form.append(other); button.click(); other.click();")
                .placed();

        assertThat(orders() - before).isEqualTo(1);
        assertThat(gate.arrivals(OrderForm.PLAIN)).hasSize(1);
    }

    /** Loads the page again, and runs the statements when it is there and its modules are not. */
    private OrderForm beforeTheModules(String statements) {
        try (Gate.Held module = gate.holdNextPage("/webjars/yici/intent.js")) {
            Visitor.mark(page);
            page.evaluate("setTimeout(() => location.reload())");
            module.awaitArrived();
            Visitor.untilNext(page, "#send");
            return form.atOnce("quantity.value = 2; " + statements);
        }
    }

    /** As editors do that are no fields themselves. */
    @Test
    void fieldThatAListenerFillsInIsContentAsItIsSent() {
        open("<input id=\"editor\">");
        String editor =
                "form.addEventListener('submit', () => { quantity.value = document.querySelector('#editor').value; });";
        gate.lose(OrderForm.PLAIN);
        form.atOnce(editor + "quantity.value = 1; document.querySelector('#editor').value = 2; button.click();");
        awaitSent(1);

        form.reload().atOnce("quantity.value = 2; button.click();").placed();

        assertOneOrder();
    }

    @Test
    void pageThatIsACopyOfOneThatWaitsAsksUnderItsKey() {
        open("");
        gate.lose(OrderForm.PLAIN);
        send(2);

        Page copy = alice.context().waitForPage(() -> page.evaluate("() => { window.open(location.href); }"));
        new OrderForm(copy).ready().fill(2).press().placed();

        assertOneOrder();
    }

    @Test
    void buttonKeepsItsAddressWhereNoTokenCanBeHad() {
        open("<button id=\"other\" formaction=\"/elsewhere\" formnovalidate>Other</button>");
        page.route("**" + TOKENS + "*", route -> route.abort());
        gate.lose(OrderForm.PLAIN);
        send(2);

        form.reload();
        useUpTheToken();
        form.fill(3).atOnce("document.querySelector('#other').click();");
        page.waitForCondition(() -> !gate.arrivals("/elsewhere").isEmpty());

        assertThat(gate.arrivals(OrderForm.PLAIN)).hasSize(2);
        assertThat(orders() - before).isEqualTo(1);
    }

    @Test
    void whatIsEditedWhileATokenIsFetchedIsNotSent() {
        open("");
        useUpTheToken();
        try (Gate.Held token = gate.holdNextPage(TOKENS)) {
            form.fill(3).atOnce("button.click();");
            token.awaitArrived();
            form.fill(44);
        }
        form.ready();
        assertThat(gate.arrivals(OrderForm.PLAIN)).hasSize(1);

        form.press().placed();
        assertThat(number("SELECT MAX(quantity) FROM orders")).isEqualTo(44);
        assertThat(orders() - before).isEqualTo(1);
    }

    @Test
    void formThatWasLeftWhileATokenIsFetchedSendsNothingByItself() {
        gate.letPagesBeKept();
        open("");
        useUpTheToken();
        page.evaluate("window.mark = 'left'");
        try (Gate.Held token = gate.holdNextPage(TOKENS)) {
            form.fill(3).atOnce("button.click();");
            token.awaitArrived();
            page.navigate("/favicon.svg");
            page.evaluate("setTimeout(() => history.back())");
            Visitor.until(page, "window.mark === 'left'");
            form.ready();
        }
        page.evaluate("() => new Promise(done => setTimeout(done, 500))");
        assertThat(gate.arrivals(OrderForm.PLAIN)).hasSize(1);

        form.press().placed();
        assertThat(orders() - before).isEqualTo(1);
    }

    @Test
    void keyGoesIntoNoAddress() {
        open("<button id=\"preview\" formmethod=\"get\">Preview</button>");
        form.atOnce("document.querySelector('#preview').click();");

        page.waitForURL(address -> address.contains("quantity="));
        assertThat(page.url()).doesNotContain("_idempotency_key");
    }

    @Test
    void fieldsMayBeNamedAsWhatAFormCanDo() {
        open("<input type=\"hidden\" name=\"elements\"><input type=\"hidden\" name=\"requestSubmit\">");
        useUpTheToken();

        form.fill(2).atOnce("button.click(); button.click();").placed();

        assertThat(gate.arrivals(OrderForm.PLAIN)).hasSize(2);
        assertThat(orders() - before).isEqualTo(1);
    }

    /** The order form with something more in it, guarded without being asked what became of it. */
    private void open(String more) {
        gate.rewrite("/orders/new", "/order.js", "/webjars/yici/forms.js");
        gate.rewrite(
                "/orders/new",
                "<form id=\"order\"",
                "<form id=\"order\" data-yici=\"odd\" data-yici-tokens=\"" + TOKENS + "?operation=page.order\"");
        gate.rewrite("/orders/new", ROW, ROW + more);
        OrderForm.open(page).ready();
    }

    private void send(int quantity) {
        int sent = gate.arrivals(OrderForm.PLAIN).size();
        form.fill(quantity).atOnce("button.click();");
        awaitSent(sent + 1);
    }

    private void awaitSent(int times) {
        page.waitForCondition(() -> gate.arrivals(OrderForm.PLAIN).size() >= times);
        gate.awaitIdle();
    }

    /** For an order that is not placed, so that the next content needs another token. */
    private void useUpTheToken() {
        gate.refuse(OrderForm.PLAIN, 204, 0);
        int sent = gate.arrivals(OrderForm.PLAIN).size();
        form.fill(7).atOnce("button.click();");
        awaitSent(sent + 1);
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
        form.ready();
    }

    private void assertOneOrder() {
        List<String> keys = alice.keys(OrderForm.PLAIN);
        assertThat(orders() - before).as("orders").isEqualTo(1);
        assertThat(keys).hasSize(2).containsOnly(keys.get(0)).doesNotContain("");
    }
}
